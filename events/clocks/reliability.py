"""How players keep time: counted from their seats, shown to all, and asked for by some tables."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import median_low
from typing import Any

from events.access import invited, was_invited
from events.models import Match, Player, Reliability, Seat
from events.refusals import Forbidden

SEATS_COUNTED = 100
"""Only a player's latest seats count: people change."""


def reliability_follow(match: Match) -> None:
    """Count anew how those keep time who sit at a table."""
    seated = match.seats.filter(player__isnull=False)
    # In one order, so that two tables at once never wait for each other.
    for player_id in sorted(seated.values_list("player_id", flat=True)):
        reliability_recount(str(player_id))


def reliability_recount(player_id: str) -> None:
    """Count anew how a player keeps time, from nothing but their seats."""
    seats = Seat.objects.filter(player_id=player_id, turns__gt=0).order_by("-id")
    turns, late, times = 0, 0, list[int]()
    for seat in seats.only("turns", "late", "times")[:SEATS_COUNTED]:
        turns += seat.turns
        late += seat.late
        times += map(int, seat.times.split())
    if not turns:
        Reliability.objects.filter(player_id=player_id).delete()
        return
    counted = {
        "turns": turns,
        "in_time": turns - late,
        "median_seconds": median_low(times) if times else None,
    }
    Reliability.objects.update_or_create(player_id=player_id, defaults=counted)


def reliability_shown(players: Iterable[str]) -> dict[str, dict[str, Any] | None]:
    """For each of these players how they keep time, None before their first turn has counted."""
    shown: defaultdict[str, dict[str, Any] | None] = defaultdict(lambda: None)
    for row in Reliability.objects.filter(player_id__in=set(players)):
        shown[row.player_id] = {
            "turns": row.turns,
            "in_time_percent": _percent(row),
            "median_answer_seconds": row.median_seconds,
        }
    return shown


def _percent(row: Reliability) -> int:
    return 100 * row.in_time // row.turns


def reliability_require(match: Match, player: Player, invite: str | None) -> None:
    """Refuse a seat to who keeps time less well than the table asks, or has not shown it yet;
    whoever is invited may sit down."""
    if match.minimum_reliability is None:
        return
    kept = Seat.objects.filter(match=match, kept_for=player)
    if invited(match, invite) or was_invited(match, player) or kept.exists():
        return
    row = Reliability.objects.filter(player=player).first()
    if row is None or _percent(row) < match.minimum_reliability:
        raise Forbidden("not_reliable_enough")
