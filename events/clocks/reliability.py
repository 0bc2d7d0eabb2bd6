"""How players keep time: counted from their seats, shown to all, and asked for by some tables."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import median_low
from typing import Any

from events.access import invited, was_invited
from events.models import Match, Player, Reliability, Seat
from events.refusals import Forbidden
from events.rows import Rows
from events.writes import insertion, send

SEATS_COUNTED = 100
"""Only a player's latest seats count: people change."""

_LATEST = Rows(
    Seat,
    f"player_id = %s AND turns > 0 ORDER BY id DESC LIMIT {SEATS_COUNTED}",
    only=("id", "turns", "late", "times"),
)
_COUNT = insertion(
    Reliability,
    ("player_id", "turns", "in_time", "median_seconds"),
    "ON CONFLICT (player_id) DO UPDATE SET turns = excluded.turns, in_time = excluded.in_time,"
    " median_seconds = excluded.median_seconds",
)


def reliability_follow(seats: Iterable[Seat]) -> None:
    """Count anew how those keep time who sit at a table."""
    # In one order, so that two tables at once never wait for each other.
    reliability_recount(*sorted(seat.player_id for seat in seats if seat.player_id))


def reliability_recount(*player_ids: str) -> None:
    """Count anew how players keep time, from nothing but their seats."""
    counted = {player: _counted(_LATEST.all(player)) for player in player_ids}
    send([_COUNT.of((player, *own) for player, own in counted.items() if own)])
    if unknown := [player for player, own in counted.items() if not own]:
        Reliability.objects.filter(player_id__in=unknown).delete()


def _counted(seats: Iterable[Seat]) -> tuple[int, int, int | None] | None:
    """Turns, those of them in time, and how many seconds they took; None before the first."""
    turns, late, times = 0, 0, list[int]()
    for seat in seats:
        turns += seat.turns
        late += seat.late
        times += map(int, seat.times.split())
    return (turns, turns - late, median_low(times) if times else None) if turns else None


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
