"""The matches that wait for somebody: what the badge counts."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from events.models import Player, SealedAnswer, Seat
from events.record import timestamp
from events.shown import sitter_shown

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
    """The seats at which a player is waited for, the longest waiting first."""
    found = _waiting(player)
    if after is not None:
        asked_at, seat_id = after
        found = found.filter(asked_at__gte=asked_at).exclude(asked_at=asked_at, id__lte=seat_id)
    return list(found.select_related("match").order_by("asked_at", "id")[:most])


def turns_count(player: Player) -> int:
    """How many matches wait for a player."""
    return _waiting(player).count()


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
        "deadline": None,
        "others": others,
    }
