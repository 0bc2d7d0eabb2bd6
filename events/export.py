"""A match that is over as one file, with everything that proves it: docs/fairness.md."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.append import Entry
from events.feed import log_rows, payloads_of
from events.models import LoggedEvent, Match
from events.position import Position, position_at_head
from events.record import MatchStarted, timestamp, unpacked
from events.refusals import Conflict
from events.rematch import OVER
from events.shown import slots_shown
from events.signing import public_key

FORMAT = "gobelet-match/1"


def match_exported(match: Match) -> dict[str, Any]:
    """The whole of a match; refused before its end, and where there is nothing to tell."""
    over_require(match)
    position = position_at_head(match)
    return exported(match, position, log_rows(match, position))


def over_require(match: Match) -> None:
    """Refuse what is told only of a match that was played and is over."""
    if match.status not in OVER:
        raise Conflict("match_running")
    if not match.version:
        raise Conflict("match_never_began")


def exported(
    match: Match, position: Position, rows: Sequence[LoggedEvent | Entry]
) -> dict[str, Any]:
    """The export of a match from its whole log: people and seeds as they were when it began."""
    _, started = unpacked(position.game, rows[0].full)
    assert isinstance(started, MatchStarted)
    return {
        "format": FORMAT,
        "match": {
            "id": match.id,
            "game": match.game,
            "ruleset": match.ruleset,
            "options": started.options,
            "seats": started.seats,
            "created_at": timestamp(match.created_at),
            "started_at": rows[0].at,
            "finished_at": timestamp(match.finished_at) if match.finished_at else None,
            "status": match.status,
            "outcome": position.outcome,
        },
        "fairness": {
            "commitment": match.commitment,
            "server_seed": position.server_seed.hex(),
            "signing_key": public_key().hex(),
            "seats": _contributions(started),
        },
        "draws": [draw for row in rows if row.draws for draw in msgspec.json.decode(row.draws)],
        "events": [_event(position, row) for row in rows],
    }


def _contributions(started: MatchStarted) -> list[dict[str, Any]]:
    promised = zip(started.seed_commitments, started.seeds, strict=True)
    return [
        {
            "seat": seat,
            "contribution": "revealed" if seed else "none",
            "seed_commitment": commitment,
            "seed": seed,
        }
        for seat, (commitment, seed) in enumerate(promised)
    ]


def _event(position: Position, row: LoggedEvent | Entry) -> dict[str, Any]:
    """The stored bytes, whatever the same event would look like today."""
    return {
        "full": msgspec.Raw(row.full.encode()),
        "public": msgspec.Raw(row.public.encode()),
        "seats": [msgspec.Raw(payload) for payload in payloads_of(row)[:-1]],
        "slots": slots_shown(position, row),
        "hash": row.hash,
        "cause": msgspec.Raw(row.cause.encode()) if row.cause else None,
    }
