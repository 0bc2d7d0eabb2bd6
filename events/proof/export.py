"""A finished match as one file, with everything that proves it: docs/fairness.md."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.log.append import Entry
from events.log.envelope import MatchStarted, timestamp, unpack
from events.log.fairness import contribution
from events.log.position import Position, position_at_head
from events.log.read import log_rows, payloads_of, require_over, slots_json
from events.log.receipts import public_key
from events.models import LoggedEvent, Match
from events.projections.ratings import SeatRating, ratings_before

FORMAT = "gobelet-match/1"


def match_export(match: Match) -> dict[str, Any]:
    """Return the whole match; raises Conflict unless it was played and is over."""
    require_over(match)
    position = position_at_head(match)
    return export_json(match, position, log_rows(match, position)) | {"ratings": _ratings(match)}


def export_json(
    match: Match, position: Position, rows: Sequence[LoggedEvent | Entry]
) -> dict[str, Any]:
    """Build the export from the whole log; players and seeds are those of the start."""
    _, started = unpack(position.game, rows[0].full)
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


def _ratings(match: Match) -> list[dict[str, Any] | None] | None:
    """The ratings from which the match was counted, by seat: what verify_ratings.py needs."""
    before = ratings_before(match)
    return None if before is None else [one and _rating(one) for one in before]


def _rating(seat: SeatRating) -> dict[str, Any]:
    """Numbers with a fraction are texts: an export has none that readers could round."""
    return {
        "player": seat.player,
        "team": seat.team,
        "matches": seat.before.matches,
        "mu": repr(seat.before.skill.mu),
        "sigma": repr(seat.before.skill.sigma),
        "counts": seat.counts,
    }


def _contributions(started: MatchStarted) -> list[dict[str, Any]]:
    promised = zip(started.seed_commitments, started.seeds, strict=True)
    return [
        {
            "seat": seat,
            "contribution": contribution(commitment, seed),
            "seed_commitment": commitment,
            "seed": seed,
        }
        for seat, (commitment, seed) in enumerate(promised)
    ]


def _event(position: Position, row: LoggedEvent | Entry) -> dict[str, Any]:
    """Return the stored bytes, even if the event would be serialised differently today."""
    return {
        "full": msgspec.Raw(row.full.encode()),
        "public": msgspec.Raw(row.public.encode()),
        "seats": [msgspec.Raw(payload) for payload in payloads_of(row)[:-1]],
        "slots": slots_json(position, row),
        "hash": row.hash,
        "cause": msgspec.Raw(row.cause.encode()) if row.cause else None,
    }
