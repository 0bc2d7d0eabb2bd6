"""A seat's clock in its row: read, updated in memory, written back with the other changes, and
serialised with the deadlines of its match; a sealed answer changes none of them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from events.clocks.calendar import EMPTY_CALENDAR, Calendar, calendar_of
from events.clocks.kinds import Clock, NoClock
from events.clocks.readings import Reading, reading_after, time_taken
from events.database.statements import Statement, Write
from events.log.envelope import timestamp
from events.models import Seat
from games.table import By

MICROSECOND = timedelta(microseconds=1)
SECOND = timedelta(seconds=1)
MOST_TIMES = 50

_TABLE = Seat._meta.db_table
# The columns that moves and time-outs change, with the types PostgreSQL reads from JSON.
_COLUMNS = {
    "asked": "integer",
    "asked_at": "timestamptz",
    "in_turn": "boolean",
    "deadline": "timestamptz",
    "remind_at": "timestamptz",
    "bank": "bigint",
    "turns": "integer",
    "late": "integer",
    "times": "text",
    "gone": "boolean",
    "stand_in": "boolean",
    "rank": "smallint",
    "team": "smallint",
    "answered": "integer",
    "standing": "text",
}
_row_values = attrgetter(*_COLUMNS, "id", "match_id")
_WRITE_BACK = Statement(
    (*_COLUMNS.items(), ("id", "bigint"), ("match_id", "text")),
    each=f"UPDATE {_TABLE} SET {', '.join(f'{name} = %s' for name in _COLUMNS)}"
    " WHERE id = %s AND match_id = %s",
    together=f"UPDATE {_TABLE} s SET {', '.join(f'{name} = r.{name}' for name in _COLUMNS)}"
    " FROM {rows} WHERE s.id = r.id AND s.match_id = r.match_id",
)


def calendar_for(seat: Seat) -> Calendar:
    """Return the calendar of the seat's player, an empty one without a player."""
    player = seat.player
    return EMPTY_CALENDAR if player is None else calendar_of(player.calendar)


def reading_of(seat: Seat) -> Reading:
    """Return the state of a seat's clock."""
    bank = None if seat.bank is None else seat.bank * MICROSECOND
    return Reading(seat.asked, seat.asked_at, bank, seat.deadline)


def reading_set(seat: Seat, reading: Reading) -> None:
    """Set the state of a seat's clock in memory; the caller writes the row."""
    seat.asked, seat.asked_at, bank, seat.deadline = reading
    seat.bank = None if bank is None else bank // MICROSECOND


def clock_follow(
    clock: Clock, seat: Seat, *, asked: int | None, by: By | None, at: datetime
) -> None:
    """Update a seat's clock in memory for the question open now; the caller writes the row."""
    was, calendar = reading_of(seat), calendar_for(seat)
    if was.asked is not None and was.asked != asked and by and not isinstance(clock, NoClock):
        _count_answer(seat, by, time_taken(clock, was, at, calendar))
    reading_set(seat, reading_after(clock, was, asked=asked, by=by, at=at, calendar=calendar))


def _count_answer(seat: Seat, by: By, taken: timedelta) -> None:
    """Count one more answer; the time of a sealed answer is secret and not recorded."""
    seat.turns += 1
    if by == "bot":
        seat.late += 1
    elif by == "player":
        latest = [*seat.times.split(), str(int(taken.total_seconds()))]
        seat.times = " ".join(latest[-MOST_TIMES:])


def seat_clock_writes(seats: Iterable[Seat]) -> list[Write]:
    """Return the write of these rows; the times of reminders are computed later."""
    rows = []
    for seat in seats:
        seat.remind_at = seat.asked_at
        rows.append(_row_values(seat))
    return [_WRITE_BACK.of(rows)]


def deadline_json(seats: Iterable[Seat], now: datetime) -> dict[str, Any] | None:
    """Serialise when the match stops waiting, and the deadline of each seat whose clock runs.

    The match stops waiting at the first deadline of a seat in turn: a seat that runs out of time
    before its turn times out only once its turn comes.
    """
    running = {seat.number: seat.deadline for seat in seats if seat.deadline is not None}
    if not running:
        return None
    in_turn = [running[seat.number] for seat in seats if seat.in_turn and seat.number in running]
    first = min(in_turn or running.values())
    return {
        "at": timestamp(first),
        "remaining_seconds": seconds_until(first, now),
        "seats": {str(seat): seconds_until(time, now) for seat, time in running.items()},
        "until": {str(seat): timestamp(time) for seat, time in running.items()},
    }


def seconds_until(time: datetime, now: datetime) -> int:
    """Return the whole seconds until that time, 0 once it has passed."""
    return max(0, (time - now) // SECOND)
