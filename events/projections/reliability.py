"""Reliability: the share of turns that a player answers in time, counted from their seats.

Matches against bots alone do not count: no one else waited there.

It is shown to every viewer, and a match may require a minimum of it.
"""

from collections import defaultdict
from collections.abc import Iterable
from statistics import median_low
from typing import Any

from events.database.queries import PreparedQuery
from events.database.statements import insert_statement, write_all
from events.errors import Forbidden
from events.models import Match, Player, Reliability, Seat
from events.seats.access import is_valid_invite, was_invited

SEATS_COUNTED = 100
"""Only a player's latest seats count, because habits change."""

_AMONG_PEOPLE = (
    f'EXISTS (SELECT 1 FROM "{Seat._meta.db_table}" other WHERE other.match_id = this.match_id'
    " AND other.player_id <> this.player_id)"
)
_LATEST = PreparedQuery(
    Seat,
    f"player_id = %s AND turns > 0 AND {_AMONG_PEOPLE} ORDER BY id DESC LIMIT {SEATS_COUNTED}",
    only=("id", "turns", "late", "times"),
)
_COUNT = insert_statement(
    Reliability,
    ("player_id", "turns", "in_time", "median_seconds"),
    "ON CONFLICT (player_id) DO UPDATE SET turns = excluded.turns, in_time = excluded.in_time,"
    " median_seconds = excluded.median_seconds",
)


def reliability_follow(seats: Iterable[Seat]) -> None:
    """Recount the reliability of the players in these seats."""
    # Sorted, so that two transactions never deadlock.
    reliability_recount(*sorted(seat.player_id for seat in seats if seat.player_id))


def reliability_recount(*player_ids: str) -> None:
    """Recount the reliability of players, from nothing but their seats' rows."""
    counted = {player: _figures(_LATEST.all(player)) for player in player_ids}
    write_all([_COUNT.of((player, *own) for player, own in counted.items() if own)])
    if unknown := [player for player, own in counted.items() if not own]:
        Reliability.objects.filter(player_id__in=unknown).delete()


def _figures(seats: Iterable[Seat]) -> tuple[int, int, int | None] | None:
    """Return the turns, those in time, and the median seconds; None before the first turn."""
    turns, late, times = 0, 0, list[int]()
    for seat in seats:
        turns += seat.turns
        late += seat.late
        times += map(int, seat.times.split())
    return (turns, turns - late, median_low(times) if times else None) if turns else None


def reliability_json(players: Iterable[str]) -> dict[str, dict[str, Any] | None]:
    """Serialise the reliability of each player; None before their first counted turn."""
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
    """Refuse a seat to a player below the match's minimum, or without a counted turn.

    Players who are invited, or have a seat reserved, are exempt.
    """
    if match.minimum_reliability is None:
        return
    reserved = Seat.objects.filter(match=match, kept_for=player)
    if is_valid_invite(match, invite) or was_invited(match, player) or reserved.exists():
        return
    row = Reliability.objects.filter(player=player).first()
    if row is None or _percent(row) < match.minimum_reliability:
        raise Forbidden("not_reliable_enough")
