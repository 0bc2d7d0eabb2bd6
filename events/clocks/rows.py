"""A seat's clock in its row: read from there, and written back with all else that has changed."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from operator import attrgetter

from events.clocks.calendar import NOTHING, Calendar, calendar_of
from events.clocks.kinds import Clock, NoClock
from events.clocks.readings import Reading, reading_after, time_taken
from events.models import Seat
from events.writes import Statement, Write
from games.table import By

MICROSECOND = timedelta(microseconds=1)
MOST_TIMES = 50

_TABLE = Seat._meta.db_table
# What moves and time-outs change of a seat, and as which types PostgreSQL takes them from JSON.
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
}
_written = attrgetter(*_COLUMNS, "id")
_WRITE_BACK = Statement(
    (*_COLUMNS.items(), ("id", "bigint")),
    each=f"UPDATE {_TABLE} SET {', '.join(f'{name} = %s' for name in _COLUMNS)} WHERE id = %s",
    together=f"UPDATE {_TABLE} s SET {', '.join(f'{name} = r.{name}' for name in _COLUMNS)}"
    " FROM {rows} WHERE s.id = r.id",
)


def calendar_for(seat: Seat) -> Calendar:
    """The calendar of whoever sits there."""
    return calendar_of(seat.player.calendar) if seat.player is not None else NOTHING


def reading_of(seat: Seat) -> Reading:
    """What the clock of a seat shows."""
    bank = None if seat.bank is None else seat.bank * MICROSECOND
    return Reading(seat.asked, seat.asked_at, bank, seat.deadline)


def reading_set(seat: Seat, reading: Reading) -> None:
    """Let the clock of a seat show this; still to be written."""
    seat.asked, seat.asked_at, bank, seat.deadline = reading
    seat.bank = None if bank is None else bank // MICROSECOND


def clock_follow(
    clock: Clock, seat: Seat, *, asked: int | None, by: By | None, at: datetime
) -> None:
    """Let the clock of a seat show what is asked now; still to be written."""
    was, calendar = reading_of(seat), calendar_for(seat)
    if was.asked is not None and was.asked != asked and by and not isinstance(clock, NoClock):
        _count(seat, by, time_taken(clock, was, at, calendar))
    reading_set(seat, reading_after(clock, was, asked=asked, by=by, at=at, calendar=calendar))


def _count(seat: Seat, by: By, taken: timedelta) -> None:
    """One more answer; when a sealed one was given is not noted."""
    seat.turns += 1
    if by == "bot":
        seat.late += 1
    elif by == "player":
        latest = [*seat.times.split(), str(int(taken.total_seconds()))]
        seat.times = " ".join(latest[-MOST_TIMES:])


def seats_writing(seats: Iterable[Seat]) -> list[Write]:
    """What writes these rows back; when to remind their players is reckoned later."""
    rows = []
    for seat in seats:
        seat.remind_at = seat.asked_at
        rows.append(_written(seat))
    return [_WRITE_BACK.of(rows)]
