"""The seats at which a player must answer, and how many of them a badge counts."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from events.clocks.seat_clock import deadline_json
from events.log.envelope import timestamp
from events.models import Player, Seat
from events.seats.rows import sitters_json

WITHOUT_A_CLOCK = timedelta(days=1000)
"""Turns without a deadline are sorted as if due so long after the question: after the others."""
# Seat expression: the time that turns are sorted by.
_URGENT = Coalesce(
    F("deadline"),
    ExpressionWrapper(F("asked_at") + Value(WITHOUT_A_CLOCK), output_field=DateTimeField()),
)
# Seat condition: a question is open and its player has not answered it before its turn. Use it only
# for responses to that player: to others such an answer does not exist.
WAITING = Q(asked__isnull=False) & (Q(answered__isnull=True) | ~Q(answered=F("asked")))


def turns_of(player: Player, *, after: tuple[datetime, int] | None, most: int) -> list[Seat]:
    """Return the seats at which a player must answer, most urgent first, then longest waiting.

    `after` is the cursor: the urgency and id of the last seat of the previous page.
    """
    found = _waiting(player).annotate(urgent=_URGENT)
    if after is not None:
        urgent, seat_id = after
        found = found.filter(urgent__gte=urgent).exclude(urgent=urgent, id__lte=seat_id)
    return list(found.select_related("match").order_by("urgent", "id")[:most])


def turns_count(player: Player) -> int:
    """Return how many matches wait for a player."""
    return _waiting(player).count()


def turns_badge(player: Player) -> int:
    """Return in how many matches other people wait for a player; bots alone fill no badge."""
    others = Seat.objects.filter(match=OuterRef("match"), player__isnull=False)
    return _waiting(player).filter(Exists(others.exclude(player=player))).count()


def urgency(seat: Seat) -> datetime:
    """Return the time that turns are sorted by."""
    return seat.deadline or asked_since(seat) + WITHOUT_A_CLOCK


def asked_since(seat: Seat) -> datetime:
    """Return when the open question was asked; the seat must have one."""
    assert seat.asked_at is not None
    return seat.asked_at


def turns_json(seats: list[Seat]) -> list[dict[str, Any]]:
    """Serialise each turn with the other players at the table."""
    others: dict[str, list[Seat]] = {seat.match_id: [] for seat in seats}
    tables = Seat.objects.filter(match__in=others).exclude(id__in=[seat.id for seat in seats])
    for other in tables.select_related("player").order_by("number"):
        others[other.match_id].append(other)
    return [
        _turn_json(seat, sitters_json(seat.match.game, others[seat.match_id])) for seat in seats
    ]


def _waiting(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(WAITING, player=player)


def _turn_json(seat: Seat, others: list[Any]) -> dict[str, Any]:
    return {
        "id": seat.match_id,
        "game": seat.match.game,
        "you": seat.number,
        "asked": seat.asked,
        "since": timestamp(asked_since(seat)),
        "deadline": deadline_json([seat], timezone.now()),
        "others": others,
    }
