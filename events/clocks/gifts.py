"""More time for a seat, given by another; and an owner who takes a seat back from its stand-in."""

from datetime import timedelta

import msgspec
from django.utils import timezone

from events.clocks.kinds import NoClock, clock_of
from events.clocks.readings import with_more
from events.clocks.rows import calendar_for, reading_of, reading_set, seats_writing
from events.models import LoggedEvent, Match, Player, Seat
from events.moves import play_logged, seat_handed_back, seat_played_by
from events.play import Play
from events.position import Position, position_at_head
from events.refusals import Conflict, Impossible
from events.tables import match_settled
from events.writes import send


def time_give(*, match: Match, player: Player, to: int) -> Match:
    """Give another seat of a match, locked by the caller, the time of one full move more; each
    seat may once for each question, so that two cannot keep the others waiting for ever."""
    seats, position, giver = _table(match, player)
    if not 0 <= to < len(seats):
        raise Impossible("no_such_seat")
    if to == giver:
        raise Impossible("time_to_oneself")
    seat, clock = seats[to], clock_of(match.clock)
    if isinstance(clock, NoClock) or seat.deadline is None:
        raise Conflict("seat_not_waited_for")
    if _has_given(match, giver, seat):
        raise Conflict("time_already_given")
    now, more = timezone.now(), clock.one_move
    play = Play(position, {})
    play.give(giver, to, more // timedelta(seconds=1))
    play_logged(match, position, play, at=now, seats=seats)
    reading_set(seat, with_more(clock, reading_of(seat), more, now, calendar_for(seat)))
    send(seats_writing([seat]))
    return match


def seat_return(*, match: Match, player: Player) -> Match:
    """Play one's seat oneself again, in a match locked by the caller."""
    seats, position, seat = _table(match, player)
    if seat not in position.away:
        raise Conflict("seat_not_taken_over")
    seat_handed_back(match, position, seat, seats)
    return match


def _table(match: Match, player: Player) -> tuple[list[Seat], Position, int]:
    seats = match_settled(match)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    return seats, position, seat


def _has_given(match: Match, giver: int, seat: Seat) -> bool:
    """Whether one seat has given another time for the question that is open to it."""
    gifts = LoggedEvent.objects.filter(
        match=match, type="time_given", actor=giver, seq__gt=seat.asked
    )
    return any(
        msgspec.json.decode(public)["data"]["to"] == seat.number
        for public in gifts.values_list("public", flat=True)
    )
