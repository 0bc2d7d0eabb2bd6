"""Rebuild from the log the rows of matches, seats and players' figures.

The clock of a seat also depends on its player's calendar as long as the match runs. Each match,
and each player, is rebuilt in its own transaction and from nothing but the log, so the rebuild may
be interrupted and started again at any point, while the server runs.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from events.database.queries import iterate_ids
from events.log.envelope import MatchCancelled, MatchFinished
from events.log.position import Position, Row, blank_position, fold_rows
from events.log.rows import EVERY_EVENT, LogQuery
from events.models import (
    Encounter,
    Match,
    Placing,
    Player,
    Reliability,
    Seat,
    Secrets,
)
from events.projections.clocks import clock_columns
from events.projections.ratings import ratings_rebuild, ratings_recount
from events.projections.reliability import reliability_recount
from events.projections.results import results_recount
from events.projections.seats import SeatFacts, seat_facts
from events.seats.locks import match_lock
from games.codec import name_of

Correction = tuple[models.Model, dict[str, Any]]
"""A row, and the expected values of some of its columns."""


_LOG = LogQuery(*Row._fields, "type", "at", "hash")


class LogRow(NamedTuple):
    """A logged event: the columns to fold, its type, timestamp and hash."""

    folding: Row
    type: str
    at: str
    hash: str


def projections_rebuild() -> Iterator[int]:
    """Rebuild every match, then all changes of ratings, then every player; yields how many rows of
    each were wrong."""
    for match_id in iterate_ids(Match.objects.all()):
        yield match_rebuild(match_id)
    yield sum(ratings_rebuild())
    for player_id in iterate_ids(_players_with_figures()):
        reliability_recount(player_id)  # not counted as wrong: it may lag while matches run
        yield results_recount(player_id=player_id) + ratings_recount(player_id=player_id)


def projections_count() -> int:
    """Return how many numbers `projections_rebuild` yields."""
    return Match.objects.count() + 1 + _players_with_figures().count()


def match_rebuild(match_id: str) -> int:
    """Rebuild the rows of a match and its seats from its log; returns how many were wrong.

    They are compared without a lock first, so that correct rows keep no transaction waiting.
    """
    if not _wrong_rows(Match.objects.get(id=match_id)):
        return 0
    with transaction.atomic():
        wrong = _wrong_rows(match_lock(match_id))
        for row, columns in wrong:
            type(row)._default_manager.filter(pk=row.pk).update(**columns)
    return len(wrong)


def _players_with_figures() -> models.QuerySet[Player]:
    """Return the players who have figures, or should have."""
    own = Q(player=OuterRef("pk"))
    return Player.objects.filter(
        Exists(Seat.objects.filter(own).filter(Q(rank__isnull=False) | Q(turns__gt=0)))
        | Exists(Placing.objects.filter(own))
        | Exists(Encounter.objects.filter(own))
        | Exists(Reliability.objects.filter(own))
    )


def _wrong_rows(match: Match) -> list[Correction]:
    log = [
        LogRow(Row(row.full, row.draws, row.cause, row.previous), row.type, row.at, row.hash)
        for row in _LOG.rows(match.id, last=EVERY_EVENT)
    ]
    position, facts = _log_fold(match, log)
    expected: list[Correction] = [(match, _match_columns(position, log))]
    clocks = clock_columns(match, ended=position.over) if position.players else {}
    for seat in Seat.objects.filter(match_id=match.id, number__in=facts):
        expected.append((seat, _seat_columns(*facts[seat.number]) | clocks.get(seat.number, {})))
    return [
        (row, columns)
        for row, columns in expected
        if any(getattr(row, name) != value for name, value in columns.items())
    ]


def _log_fold(match: Match, log: list[LogRow]) -> tuple[Position, dict[int, tuple[SeatFacts, str]]]:
    """Fold a log; returns its last position, and each seat's facts with its question's time."""
    seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
    position = blank_position(match, bytes.fromhex(seed))
    facts: dict[int, tuple[SeatFacts, str]] = {}
    ended = bool(log) and log[-1].type in _LAST_EVENTS
    # The time of a question matters only while the match runs; an ended log is folded in one go.
    for at, together in groupby(log, key=lambda event: log[-1].at if ended else event.at):
        position = fold_rows(match, position, (event.folding for event in together))
        for seat, now in seat_facts(position).items():
            before, since = facts.get(seat, (now, at))
            facts[seat] = (now, since if now.asked == before.asked else at)
    return position, facts


_LAST_EVENTS = (name_of(MatchFinished), name_of(MatchCancelled))


def _seat_columns(facts: SeatFacts, since: str) -> dict[str, Any]:
    asked_at = None if facts.asked is None else datetime.fromisoformat(since)
    return facts._asdict() | {"asked_at": asked_at}


def _match_columns(position: Position, log: list[LogRow]) -> dict[str, Any]:
    """Return a match's columns; an empty log does not determine the status, so it is left out."""
    if not log:
        return {"version": 0, "head": position.head}
    status = Match.Status.FINISHED if position.outcome else Match.Status.RUNNING
    return {
        "version": position.version,
        "head": log[-1].hash,
        "status": Match.Status.CANCELLED if position.cancelled else status,
        "started_at": datetime.fromisoformat(log[0].at),
        "finished_at": datetime.fromisoformat(log[-1].at) if position.over else None,
    }
