"""A person's time: quiet hours by the clock on their wall, and days away; pure arithmetic.

Quiet hours are kept with the moment from which they were declared, for only those count that were
declared before a turn began. Days away are intervals of absolute time during which no clock runs.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from msgspec.structs import replace

Interval: TypeAlias = tuple[datetime, datetime]
"""From a moment until another, that one excluded."""

HOUR = timedelta(hours=1)
REMEMBERED = timedelta(days=90)
"""No question stays open for longer under a clock."""
ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)


class Hours(Struct, frozen=True, omit_defaults=True):
    """What somebody declared and since when: a time zone, and quiet hours or none."""

    since: datetime
    time_zone: str = "UTC"
    quiet_from: str | None = None
    quiet_until: str | None = None


class Calendar(Struct, frozen=True, omit_defaults=True):
    """What Player.calendar holds."""

    declared: tuple[Hours, ...] = ()
    """The latest last."""
    away: tuple[Interval, ...] = ()
    """Days off taken by hand, in order, none touching the next."""
    taken: dict[str, int] = {}
    """By year: the hours of vacation that were used automatically."""
    automatic: bool = True
    """Whether they may be."""

    def hours_at(self, moment: datetime) -> Hours | None:
        """What had been declared by then."""
        place = bisect_right(self.declared, moment, key=lambda hours: hours.since)
        return self.declared[place - 1] if place else None

    def declaring(self, hours: Hours) -> "Calendar":
        """The calendar in which this holds from its moment on; what was declared stays as long as
        a question may be open that was asked then."""
        row = (*self.declared, hours)
        kept = [one for one, later in pairwise(row) if later.since > hours.since - REMEMBERED]
        return replace(self, declared=(*kept, hours))


NOTHING = Calendar()


@lru_cache(maxsize=4096)
def calendar_of(text: str) -> Calendar:
    """The calendar of a player's row, which is empty for most."""
    return msgspec.json.decode(text, type=Calendar) if text else NOTHING


def calendar_text(calendar: Calendar) -> str:
    """The calendar for a player's row."""
    return msgspec.json.encode(calendar).decode()


def is_quiet(moment: datetime, hours: Hours | None) -> bool:
    """Whether the clock on the wall shows a quiet hour."""
    if hours is None or hours.quiet_from is None or hours.quiet_until is None:
        return False
    shown = moment.astimezone(ZoneInfo(hours.time_zone)).time()
    begins, ends = time.fromisoformat(hours.quiet_from), time.fromisoformat(hours.quiet_until)
    if begins < ends:
        return begins <= shown < ends
    return shown >= begins or shown < ends


def after_quiet(moment: datetime, hours: Hours | None) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into."""
    if hours is None or not is_quiet(moment, hours):
        return moment
    zone, ends = ZoneInfo(hours.time_zone), time.fromisoformat(hours.quiet_until or "")
    local = moment.astimezone(zone)
    day = local.date() if local.time() < ends else local.date() + timedelta(days=1)
    return wall_reached(datetime.combine(day, ends), zone, after=moment)


def wall_reached(wall: datetime, zone: ZoneInfo, *, after: datetime) -> datetime:
    """The first moment past `after` at which the clock on the wall shows this, or later where it
    is put forward past it."""
    once, again = (
        wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)
    )  # the two are the same but for an hour that comes twice, or never
    if once > again:
        return _put_forward(wall, zone, again, once)
    return once if once > after else again


def _put_forward(wall: datetime, zone: ZoneInfo, before: datetime, until: datetime) -> datetime:
    """The moment at which the clock jumps past what it never shows."""
    while until - before > timedelta(seconds=1):
        middle = before + (until - before) // 2
        shown = middle.astimezone(zone).replace(tzinfo=None)
        before, until = (before, middle) if shown >= wall else (middle, until)
    return until.replace(microsecond=0)


def days_off(first: date, last: date, time_zone: str) -> Interval:
    """From the midnight that begins the first day to the one that ends the last."""
    zone = ZoneInfo(time_zone)
    begin, end = (
        wall_reached(datetime.combine(day, time()), zone, after=ALWAYS)
        for day in (first, last + timedelta(days=1))
    )
    return begin, end


def running(start: datetime, end: datetime, away: Sequence[Interval]) -> timedelta:
    """How long a clock runs between two moments."""
    stopped = timedelta(0)
    for begins, ends in away:
        stopped += max(min(end, ends) - max(start, begins), timedelta(0))
    return max(end - start, timedelta(0)) - stopped


def reached(start: datetime, amount: timedelta, away: Sequence[Interval]) -> datetime:
    """When a clock that starts then has run for so long."""
    end = start + amount
    for begins, ends in away:
        if ends > start and begins <= end:
            end += ends - max(start, begins)
    return end


def united(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same time in as few intervals as it takes, in order."""
    made: list[Interval] = []
    for begins, ends in sorted(intervals):
        if begins >= ends:
            continue
        if made and begins <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], ends)
        else:
            made.append((begins, ends))
    return tuple(made)


def replanned(calendar: Calendar, planned: Interval | None, now: datetime) -> Calendar:
    """The calendar with this time off from now on instead of what was planned; past is past."""
    past = [(begins, min(ends, now)) for begins, ends in calendar.away]
    future = [(max(planned[0], now), planned[1])] if planned else []
    return replace(calendar, away=united(past + future))


def hours_used(calendar: Calendar, year: int) -> int:
    """The hours of vacation of a year that are used or planned, each begun one in full."""
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    total = calendar.taken.get(str(year), 0)
    for begins, ends in calendar.away:
        total += -(-max(min(end, ends) - max(begin, begins), timedelta(0)) // HOUR)
    return total


def with_hour_taken(calendar: Calendar, moment: datetime) -> Calendar:
    """The calendar once one more hour was used automatically."""
    year = str(moment.astimezone(UTC).year)
    taken = {**calendar.taken, year: calendar.taken.get(year, 0) + 1}
    return replace(calendar, taken=taken)


def joined(own: Calendar, other: Calendar) -> Calendar:
    """One calendar for two that turn out to be the same person's: days off and used hours of both,
    and hours as declared by the first if it declares any."""
    years = own.taken.keys() | other.taken.keys()
    return replace(
        own,
        declared=own.declared or other.declared,
        away=united(own.away + other.away),
        taken={year: own.taken.get(year, 0) + other.taken.get(year, 0) for year in years},
    )
