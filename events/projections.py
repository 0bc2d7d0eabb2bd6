"""What rows say of the log, made again from it: of matches, of seats, and of how players did.
What a seat's clock shows also depends on people's calendars, as long as the match runs.

Each match, and each player, is put right in a transaction of its own and from nothing but the log,
so it may be broken off and begun again at any point, while the server runs.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from events.clocks.rebuild import clock_columns
from events.clocks.reliability import reliability_recount
from events.models import (
    Encounter,
    LoggedEvent,
    Match,
    Placing,
    Player,
    Reliability,
    Seat,
    Secrets,
)
from events.moves import match_locked
from events.position import Position, Row, before_the_log, folded
from events.record import MatchCancelled, MatchFinished
from events.seats import Told, seats_told
from events.standings import standings_recount
from events.walk import ids_of
from games.codec import name_of

Wrong = tuple[models.Model, dict[str, Any]]
"""A row, and what some of its columns should be."""


class Logged(NamedTuple):
    """What is folded of an event, its name, when it happened and its hash."""

    folding: Row
    type: str
    at: str
    hash: str


def projections_rebuild() -> Iterator[int]:
    """Put every match and then every player right; after each, how many rows were not."""
    for match_id in ids_of(Match.objects.all()):
        yield match_put_right(match_id)
    for player_id in ids_of(_counted()):
        reliability_recount(player_id)  # which may well be behind while matches run
        yield standings_recount(player_id=player_id)


def projections_count() -> int:
    """How many matches and players there are to be put right."""
    return Match.objects.count() + _counted().count()


def match_put_right(match_id: str) -> int:
    """Let a match and its seats say what its log says; how many rows did not.

    It is first looked at without keeping anybody from writing.
    """
    if not _wrong(Match.objects.get(id=match_id)):
        return 0
    with transaction.atomic():
        wrong = _wrong(match_locked(match_id))
        for row, columns in wrong:
            type(row)._default_manager.filter(pk=row.pk).update(**columns)
    return len(wrong)


def _counted() -> models.QuerySet[Player]:
    """Players for whom there is something to be counted, or has been."""
    own = Q(player=OuterRef("pk"))
    return Player.objects.filter(
        Exists(Seat.objects.filter(own).filter(Q(rank__isnull=False) | Q(turns__gt=0)))
        | Exists(Placing.objects.filter(own))
        | Exists(Encounter.objects.filter(own))
        | Exists(Reliability.objects.filter(own))
    )


def _wrong(match: Match) -> list[Wrong]:
    rows = LoggedEvent.objects.filter(match_id=match.id).order_by("seq")
    log = [
        Logged(Row(*row[:-3]), *row[-3:])
        for row in rows.values_list(*Row._fields, "type", "at", "hash")
    ]
    position, told = _folded(match, log)
    expected: list[Wrong] = [(match, _of_match(position, log))]
    clocks = clock_columns(match, ended=position.over) if position.players else {}
    for seat in Seat.objects.filter(match_id=match.id, number__in=told):
        expected.append((seat, _of_seat(*told[seat.number]) | clocks.get(seat.number, {})))
    return [
        (row, columns)
        for row, columns in expected
        if any(getattr(row, name) != value for name, value in columns.items())
    ]


def _folded(match: Match, log: list[Logged]) -> tuple[Position, dict[int, tuple[Told, str]]]:
    """Where a log ends, and for each seat what is told of it, and since when it is asked."""
    seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
    position = before_the_log(match, bytes.fromhex(seed))
    told: dict[int, tuple[Told, str]] = {}
    ended = bool(log) and log[-1].type in _ENDS
    # Since when matters only while the match waits for somebody.
    for at, together in groupby(log, key=lambda event: log[-1].at if ended else event.at):
        position = folded(match, position, (event.folding for event in together))
        for seat, now in seats_told(position).items():
            before, since = told.get(seat, (now, at))
            told[seat] = (now, since if now.asked == before.asked else at)
    return position, told


_ENDS = (name_of(MatchFinished), name_of(MatchCancelled))


def _of_seat(told: Told, since: str) -> dict[str, Any]:
    asked_at = None if told.asked is None else datetime.fromisoformat(since)
    return told._asdict() | {"asked_at": asked_at}


def _of_match(position: Position, log: list[Logged]) -> dict[str, Any]:
    """The log of a match that has not begun, or never did, says nothing of how it stands."""
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
