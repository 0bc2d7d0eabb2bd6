"""The matches that wait for somebody: what the badge counts."""

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

from events.clocks.deadlines import deadline_shown
from events.models import Player, SealedAnswer, Seat
from events.record import timestamp
from events.shown import sitter_shown

WITHOUT_A_CLOCK = timedelta(days=1000)
"""As if so long after the question its time were up: later than where there is a deadline."""
# Of seats: when they must have answered.
_URGENT = Coalesce(
    F("deadline"),
    ExpressionWrapper(F("asked_at") + Value(WITHOUT_A_CLOCK), output_field=DateTimeField()),
)
# Of seats: the match waits for it, and its player has not already answered under seal. For that
# player's eyes only: to others a sealed answer does not exist.
WAITING = Q(asked__isnull=False) & ~Q(
    Exists(
        SealedAnswer.objects.filter(
            match=OuterRef("match"), seat=OuterRef("number"), asked=OuterRef("asked")
        )
    )
)


def turns_of(player: Player, *, after: tuple[datetime, int] | None, most: int) -> list[Seat]:
    """The seats at which a player is waited for, the most urgent first and then the longest
    waiting; `after` is how urgent the last one was, and its id."""
    found = _waiting(player).annotate(urgent=_URGENT)
    if after is not None:
        urgent, seat_id = after
        found = found.filter(urgent__gte=urgent).exclude(urgent=urgent, id__lte=seat_id)
    return list(found.select_related("match").order_by("urgent", "id")[:most])


def turns_count(player: Player) -> int:
    """How many matches wait for a player."""
    return _waiting(player).count()


def urgency(seat: Seat) -> datetime:
    """What turns are sorted by."""
    return seat.deadline or asked_since(seat) + WITHOUT_A_CLOCK


def asked_since(seat: Seat) -> datetime:
    """When the question was put to a seat that is waited for."""
    assert seat.asked_at is not None
    return seat.asked_at


def turns_shown(seats: list[Seat]) -> list[dict[str, Any]]:
    """Each turn, with who else is at the table."""
    others: dict[str, list[Any]] = {seat.match_id: [] for seat in seats}
    tables = Seat.objects.filter(match__in=others).exclude(id__in=[seat.id for seat in seats])
    for other in tables.select_related("player").order_by("number"):
        others[other.match_id].append(sitter_shown(other))
    return [_shown(seat, others[seat.match_id]) for seat in seats]


def _waiting(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(WAITING, player=player)


def _shown(seat: Seat, others: list[Any]) -> dict[str, Any]:
    return {
        "id": seat.match_id,
        "game": seat.match.game,
        "you": seat.number,
        "asked": seat.asked,
        "since": timestamp(asked_since(seat)),
        "deadline": deadline_shown([seat], timezone.now()),
        "others": others,
    }
