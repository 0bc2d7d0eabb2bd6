"""A table about to be played at: locked, and with nothing overdue."""

from django.utils import timezone

from events.access import knows_of
from events.clocks.endings import idle_settle
from events.clocks.settle import clock_settle, overdue
from events.models import Match, Player, Seat
from events.refusals import Unknown
from events.seating import seats_of, table_locked


def table_locked_for(match_id: str, player: Player) -> tuple[Match, list[Seat]]:
    """A match that somebody may know of, with no other writer until the transaction ends, and its
    seats in order; what its clock says has been done first."""
    seats = table_locked(match_id)
    if not seats:
        raise Unknown("match_not_found")
    match = seats[0].match
    if player.id not in [seat.player_id for seat in seats] and not knows_of(match, player):
        raise Unknown("match_not_found")
    return match, table_settled(match, seats)


def table_settled(match: Match, seats: list[Seat]) -> list[Seat]:
    """The seats of a locked match once nothing is overdue there."""
    if overdue(seats, timezone.now()) is not None:
        return clock_settle(match, seats)
    idle_settle(match)
    return seats


def match_settled(match: Match) -> list[Seat]:
    """The same for a match, locked by the caller, whose seats are not at hand."""
    return table_settled(match, seats_of(match))
