"""Prepare a match for a change: lock it, and settle its passed deadlines."""

from django.utils import timezone

from events.errors import NotFound
from events.models import Match, Player, Seat
from events.play.expiry import idle_settle
from events.play.timeouts import clock_settle, is_last_day, overdue
from events.seats.access import may_see
from events.seats.locks import table_lock
from events.seats.rows import seats_of


def table_lock_for(match_id: str, player: Player) -> tuple[Match, list[Seat]]:
    """Lock a match that the player may see, and settle what is overdue.

    Returns the match and its seats in order; raises NotFound if the player may not see it.
    """
    seats = table_lock(match_id)
    if not seats:
        raise NotFound("match_not_found")
    match = seats[0].match
    if player.id not in [seat.player_id for seat in seats] and not may_see(match, player):
        raise NotFound("match_not_found")
    return match, table_settle(match, seats)


def table_settle(match: Match, seats: list[Seat]) -> list[Seat]:
    """Settle what is overdue in a locked match; returns its seats."""
    now = timezone.now()
    if overdue(seats, now) is not None or is_last_day(match, now):
        return clock_settle(match, seats)
    idle_settle(match)
    return seats


def match_settle(match: Match) -> list[Seat]:
    """Read the seats of a match locked by the caller, and settle what is overdue."""
    return table_settle(match, seats_of(match))
