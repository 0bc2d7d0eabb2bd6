"""Settle passed deadlines: the result is the same in every process, and logged at the deadline.

A match's deadlines are settled under its lock, by the sweep or by the next request that changes the
match. The moves that follow a time-out are logged at the deadline too, so it makes no difference
which came first. Only where the server itself was late, they are logged at the time they are made,
because no player can answer a question before it is asked.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from events.clocks.kinds import LAPSES_MOST, NoClock, Ticking, clock_of
from events.log import fairness
from events.log.position import Position, position_at_head
from events.log.read import Sights
from events.models import Due, Match, Seat
from events.play.decide import Turn
from events.play.turn_log import turn_log
from events.play.vacation import vacation_hour_use
from events.seats.rows import seats_of
from events.seats.sealed_answers import sealed_answers
from events.seats.standing_answers import standing_moves
from events.work.due import due_set

LATE_AT_MOST = timedelta(minutes=1)
LATE_SHARE = 10
"""The server is late after LATE_AT_MOST, or after one part in LATE_SHARE of the time for a move,
whichever is shorter."""


def overdue(seats: Sequence[Seat], now: datetime) -> Seat | None:
    """Return the seat in turn whose deadline passed first, if any has."""
    late = [seat for seat in seats if seat.in_turn and seat.deadline and seat.deadline <= now]
    return min(late, key=lambda seat: (seat.deadline, seat.number), default=None)


def clock_settle(match: Match, seats: list[Seat] | None = None) -> list[Seat]:
    """Settle every passed deadline in a match locked by the caller, and its last day; returns its
    seats."""
    seats = seats_of(match) if seats is None else seats
    now = timezone.now()
    until = min(now, match.ends_at or now)
    while match.status == Match.Status.RUNNING and (late := overdue(seats, until)) is not None:
        _settle(match, seats, late, now)
        due_set(match, Due.Kind.COUNT, now)
    if is_last_day(match, now):
        _end_as_it_stands(match, seats)
    return seats


def is_last_day(match: Match, now: datetime) -> bool:
    """Whether a running match is to be ended, because it has a last day and that has come."""
    running = match.status == Match.Status.RUNNING
    return running and match.ends_at is not None and match.ends_at <= now


def _end_as_it_stands(match: Match, seats: list[Seat]) -> None:
    position = position_at_head(match)
    assert match.ends_at is not None
    at = max(match.ends_at, datetime.fromisoformat(position.at))
    play = Turn(position, {})
    play.end_as_it_stands()
    turn_log(match, position, play, at=at, seats=seats)


def _settle(match: Match, seats: list[Seat], late: Seat, now: datetime) -> None:
    position, clock = position_at_head(match), clock_of(match.clock)
    assert late.deadline is not None
    assert not isinstance(clock, NoClock)
    # A seat may have run out of time before its turn; it is not logged before that.
    at = max(late.deadline, datetime.fromisoformat(position.at))
    if vacation_hour_use(match, position, seats, late, at):
        return
    if clock.time_out == "autoplay":
        _autoplay(match, position, seats, late.number, at, now)
        return
    play = Turn(position, {})
    play.time_out(late.number)
    leave = play.forfeit if clock.time_out == "forfeit" else play.end
    leave(late.number, len(position.players))
    turn_log(match, position, play, at=at, seats=seats)


def _autoplay(
    match: Match, position: Position, seats: list[Seat], seat: int, at: datetime, now: datetime
) -> None:
    """Play the late seat's move by bot, which takes over at LAPSES_MOST time-outs in a row."""
    clock = clock_of(match.clock)
    assert not isinstance(clock, NoClock)
    standing = standing_moves(position, seats)
    play = Turn(position, sealed_answers(match, position), standing)
    play.time_out(seat)
    moved_at = _time_of_move(clock, at, now)
    if moved_at != at:
        position = turn_log(match, position, play, at=at, seats=seats)
        play = Turn(position, sealed_answers(match, position), standing)
    version = position.version + len(play.drafts)
    sight = Sights(match).of(position, seat)
    chance = fairness.bot_chance(position.key, version, seat)
    play.step(seat, position.bot(seat)(sight, chance), "bot")
    play.follow()
    lapses = position.lapses[seat] + (moved_at == at)
    if lapses >= LAPSES_MOST:
        play.take_over(seat)
    turn_log(match, position, play, at=moved_at, seats=seats)


def _time_of_move(clock: Ticking, at: datetime, now: datetime) -> datetime:
    """Return the deadline, or the current time if the server was late."""
    late_at_most = min(LATE_AT_MOST, clock.one_move / LATE_SHARE)
    return at if now - at <= late_at_most else now
