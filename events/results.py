"""What is publicly known of a player: who they are and how they have done."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Q

from events.models import Player, Seat, Shunned
from events.record import timestamp
from events.shown import person_shown


def profile_shown(player: Player) -> dict[str, Any]:
    """A player as anybody may know them; of matches only how many, private ones included."""
    return person_shown(player) | {
        "guest": player.guest,
        "created_at": timestamp(_day(player.created_at)),
        "record": record_of(player),
    }


def _day(moment: datetime) -> datetime:
    """Its beginning: to the second would tell more than anybody needs."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def record_of(player: Player) -> dict[str, dict[str, int]]:
    """By game: how many matches were played to the end, and how many of them won."""
    ranked = Seat.objects.filter(player=player, rank__isnull=False).order_by("match__game")
    counted = ranked.values("match__game").annotate(
        played=Count("id"), won=Count("id", filter=Q(rank=1))
    )
    return {row["match__game"]: {"played": row["played"], "won": row["won"]} for row in counted}


def shunned_shown(row: Shunned) -> dict[str, Any]:
    """Somebody blocked or muted, for nobody but who did it."""
    return {"player": person_shown(row.other), "kind": row.kind, "at": timestamp(row.at)}
