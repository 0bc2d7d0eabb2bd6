"""Settling what a clock says: the same whoever does it, and at the moment of the deadline.

A match's deadlines are settled under its lock, by the sweep or by whoever wants to change the match
next. What follows a time-out happens at the deadline too, so that it makes no difference who came
first; only where the server was late itself, what follows happens when it is done, for nobody
can answer what was not yet asked.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from events import fairness
from events.clocks.kinds import LAPSES_MOST, NoClock, Ticking, clock_of
from events.clocks.vacation import hour_take
from events.due import due_set
from events.feed import Sights
from events.models import Due, Match, Seat
from events.moves import play_logged
from events.play import Play
from events.position import Position, position_at_head
from events.sealed import sealed_answers
from events.seating import seats_of
from events.standing.kept import standing_moves

LATE_AT_MOST = timedelta(minutes=1)
LATE_SHARE = 10
"""The server is in time as long as it takes no longer than this, nor more than that part of the
time that a move has."""


def overdue(seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat whose time was up first, of those that the match cannot go on without."""
    late = [seat for seat in seats if seat.in_turn and seat.deadline and seat.deadline <= now]
    return min(late, key=lambda seat: (seat.deadline, seat.number), default=None)


def clock_settle(match: Match, seats: list[Seat] | None = None) -> list[Seat]:
    """Settle every deadline that has passed, in a match locked by the caller; its seats then."""
    seats = seats_of(match) if seats is None else seats
    now = timezone.now()
    while match.status == Match.Status.RUNNING and (late := overdue(seats, now)) is not None:
        _settle(match, seats, late, now)
        due_set(match, Due.Kind.COUNT, now)
    return seats


def _settle(match: Match, seats: list[Seat], late: Seat, now: datetime) -> None:
    position, clock = position_at_head(match), clock_of(match.clock)
    assert late.deadline is not None
    assert not isinstance(clock, NoClock)
    # A seat may have run out of time before it was its turn; nobody learns of it before that.
    at = max(late.deadline, datetime.fromisoformat(position.at))
    if hour_take(match, position, seats, late, at):
        return
    if clock.time_out == "autoplay":
        _autoplay(match, position, seats, late.number, at, now)
        return
    play = Play(position, {})
    play.time_out(late.number)
    leave = play.forfeit if clock.time_out == "forfeit" else play.end
    leave(late.number, len(position.players))
    play_logged(match, position, play, at=at, seats=seats)


def _autoplay(
    match: Match, position: Position, seats: list[Seat], seat: int, at: datetime, now: datetime
) -> None:
    """The bot makes the late seat's move, and all its moves from the third time-out in a row on."""
    clock = clock_of(match.clock)
    assert not isinstance(clock, NoClock)
    standing = standing_moves(position, seats)
    play = Play(position, sealed_answers(match, position), standing)
    play.time_out(seat)
    moved_at = _in_time(clock, at, now)
    if moved_at != at:
        position = play_logged(match, position, play, at=at, seats=seats)
        play = Play(position, sealed_answers(match, position), standing)
    version = position.version + len(play.drafts)
    sight = Sights(match).of(position, seat)
    chance = fairness.bot_chance(position.server_seed, version, seat)
    play.step(seat, position.game.bot(sight, chance), "bot")
    play.follow()
    lapses = position.lapses[seat] + (moved_at == at)
    if lapses >= LAPSES_MOST:
        play.take_over(seat)
    play_logged(match, position, play, at=moved_at, seats=seats)


def _in_time(clock: Ticking, at: datetime, now: datetime) -> datetime:
    """The moment that was due, unless the server missed it."""
    late_at_most = min(LATE_AT_MOST, clock.one_move / LATE_SHARE)
    return at if now - at <= late_at_most else now
