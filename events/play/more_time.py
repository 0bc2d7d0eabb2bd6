"""Giving another seat more time, and returning to a seat that a bot plays."""

from datetime import timedelta

import msgspec
from django.utils import timezone

from events.clocks.kinds import NoClock, clock_of
from events.clocks.readings import with_more_time
from events.clocks.seat_clock import calendar_for, reading_of, reading_set, seat_clock_writes
from events.database.statements import write_all
from events.errors import Conflict, Unprocessable
from events.log.position import Position, position_at_head
from events.models import LoggedEvent, Match, Player, Seat
from events.play.decide import Turn
from events.play.moves import seat_hand_back, seat_played_by
from events.play.ready_table import match_settle
from events.play.turn_log import turn_log


def time_give(*, match: Match, player: Player, to: int) -> Match:
    """Give another seat of a match, locked by the caller, the time of one full move.

    A seat may do so once for each question, so that two cannot delay the others for ever.
    """
    seats, position, giver = _settled_table(match, player)
    if not 0 <= to < len(seats):
        raise Unprocessable("no_such_seat")
    if to == giver:
        raise Unprocessable("time_to_oneself")
    seat, clock = seats[to], clock_of(match.clock)
    if isinstance(clock, NoClock) or seat.deadline is None:
        raise Conflict("seat_not_waited_for")
    if _has_given(match, giver, seat):
        raise Conflict("time_already_given")
    now, more = timezone.now(), clock.one_move
    play = Turn(position, {})
    play.give(giver, to, more // timedelta(seconds=1))
    turn_log(match, position, play, at=now, seats=seats)
    reading_set(seat, with_more_time(clock, reading_of(seat), more, now, calendar_for(seat)))
    write_all(seat_clock_writes([seat]))
    return match


def seat_return(*, match: Match, player: Player) -> Match:
    """Give the player's seat back from its bot, in a match locked by the caller."""
    seats, position, seat = _settled_table(match, player)
    if seat not in position.away:
        raise Conflict("seat_not_taken_over")
    seat_hand_back(match, position, seat, seats)
    return match


def _settled_table(match: Match, player: Player) -> tuple[list[Seat], Position, int]:
    """Settle the match; returns its seats, its position, and the number of the player's seat."""
    seats = match_settle(match)
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    if position.over:
        raise Conflict("match_ended")
    return seats, position, seat


def _has_given(match: Match, giver: int, seat: Seat) -> bool:
    """Whether a seat has already given another time for the question open to it."""
    gifts = LoggedEvent.objects.filter(
        match=match, type="time_given", actor=giver, seq__gt=seat.asked
    )
    return any(
        msgspec.json.decode(public)["data"]["to"] == seat.number
        for public in gifts.values_list("public", flat=True)
    )
