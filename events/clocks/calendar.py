"""A player's calendar: quiet hours in local time, and vacation; pure arithmetic.

Each declaration of quiet hours has the time at which it was made, because only those made before a
turn began count for it. Vacation is intervals of absolute time during which no clock runs.
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
"""From a start to an end, the end excluded."""

HOUR = timedelta(hours=1)
DECLARATIONS_RETAINED = timedelta(days=90)
"""How long declarations are retained: no question stays open for longer under a clock."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Earlier than every timestamp of the server."""


class Hours(Struct, frozen=True, omit_defaults=True):
    """A player's declaration: a time zone, and quiet hours or none, in force from `since` on."""

    since: datetime
    time_zone: str = "UTC"
    quiet_from: str | None = None
    quiet_until: str | None = None


class Calendar(Struct, frozen=True, omit_defaults=True):
    """The JSON content of Player.calendar."""

    declared: tuple[Hours, ...] = ()
    """In the order of `since`."""
    away: tuple[Interval, ...] = ()
    """Vacation that the player has planned, in order; no two intervals touch."""
    taken: dict[str, int] = {}
    """By year, the hours of vacation that were used automatically."""
    automatic: bool = True
    """Whether hours of vacation may be used automatically."""

    def hours_at(self, at: datetime) -> Hours | None:
        """Return the declaration in force at that time, if any."""
        place = bisect_right(self.declared, at, key=lambda hours: hours.since)
        return self.declared[place - 1] if place else None

    def with_declaration(self, hours: Hours) -> "Calendar":
        """Return the calendar with one more declaration, in force from its `since` on.

        Earlier declarations are retained as long as a question asked under them may be open.
        """
        row = (*self.declared, hours)
        retained = [
            one for one, later in pairwise(row) if later.since > hours.since - DECLARATIONS_RETAINED
        ]
        return replace(self, declared=(*retained, hours))


EMPTY_CALENDAR = Calendar()


@lru_cache(maxsize=4096)
def calendar_of(text: str) -> Calendar:
    """Decode the calendar of a player's row, which is empty for most players."""
    return msgspec.json.decode(text, type=Calendar) if text else EMPTY_CALENDAR


def calendar_text(calendar: Calendar) -> str:
    """Encode a calendar for a player's row."""
    return msgspec.json.encode(calendar).decode()


def is_quiet(at: datetime, hours: Hours | None) -> bool:
    """Whether the local time is within the quiet hours."""
    if hours is None or hours.quiet_from is None or hours.quiet_until is None:
        return False
    shown = at.astimezone(ZoneInfo(hours.time_zone)).time()
    begins, ends = time.fromisoformat(hours.quiet_from), time.fromisoformat(hours.quiet_until)
    if begins < ends:
        return begins <= shown < ends
    return shown >= begins or shown < ends


def after_quiet(at: datetime, hours: Hours | None) -> datetime:
    """Return the time itself, or the end of the quiet hours that it falls into."""
    if hours is None or not is_quiet(at, hours):
        return at
    zone, ends = ZoneInfo(hours.time_zone), time.fromisoformat(hours.quiet_until or "")
    local = at.astimezone(zone)
    day = local.date() if local.time() < ends else local.date() + timedelta(days=1)
    return local_time_reached(datetime.combine(day, ends), zone, after=at)


def local_time_reached(wall: datetime, zone: ZoneInfo, *, after: datetime) -> datetime:
    """Return the first time past `after` at which the local time is `wall`.

    Where the change to daylight saving time skips `wall`, return the time of the change.
    """
    once, again = (
        wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)
    )  # these differ only for a local time that occurs twice, or never
    if once > again:
        return _end_of_skip(wall, zone, again, once)
    return once if once > after else again


def _end_of_skip(wall: datetime, zone: ZoneInfo, before: datetime, until: datetime) -> datetime:
    """Return when the local time jumps past `wall`, which never occurs; by bisection."""
    while until - before > timedelta(seconds=1):
        middle = before + (until - before) // 2
        shown = middle.astimezone(zone).replace(tzinfo=None)
        before, until = (before, middle) if shown >= wall else (middle, until)
    return until.replace(microsecond=0)


def days_off(first: date, last: date, time_zone: str) -> Interval:
    """Return the interval of these days, from midnight to midnight in that time zone."""
    zone = ZoneInfo(time_zone)
    begin, end = (
        local_time_reached(datetime.combine(day, time()), zone, after=EPOCH)
        for day in (first, last + timedelta(days=1))
    )
    return begin, end


def time_running(start: datetime, end: datetime, away: Sequence[Interval]) -> timedelta:
    """Return how long a clock runs between two times, vacation excluded."""
    stopped = timedelta(0)
    for begins, ends in away:
        stopped += max(min(end, ends) - max(start, begins), timedelta(0))
    return max(end - start, timedelta(0)) - stopped


def time_after(start: datetime, amount: timedelta, away: Sequence[Interval]) -> datetime:
    """Return when a clock that starts then has run for this amount, vacation excluded."""
    end = start + amount
    for begins, ends in away:
        if ends > start and begins <= end:
            end += ends - max(start, begins)
    return end


def intervals_merge(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Return the union of the intervals as the fewest possible, in order."""
    made: list[Interval] = []
    for begins, ends in sorted(intervals):
        if begins >= ends:
            continue
        if made and begins <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], ends)
        else:
            made.append((begins, ends))
    return tuple(made)


def with_vacation(calendar: Calendar, planned: Interval | None, now: datetime) -> Calendar:
    """Return the calendar with future vacation replaced by `planned`; past vacation stays."""
    past = [(begins, min(ends, now)) for begins, ends in calendar.away]
    future = [(max(planned[0], now), planned[1])] if planned else []
    return replace(calendar, away=intervals_merge(past + future))


def hours_used(calendar: Calendar, year: int) -> int:
    """Return the hours of vacation used or planned in a year, each begun hour counted in full."""
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    total = calendar.taken.get(str(year), 0)
    for begins, ends in calendar.away:
        total += -(-max(min(end, ends) - max(begin, begins), timedelta(0)) // HOUR)
    return total


def with_hour_taken(calendar: Calendar, at: datetime) -> Calendar:
    """Return the calendar with one more hour used automatically."""
    year = str(at.astimezone(UTC).year)
    taken = {**calendar.taken, year: calendar.taken.get(year, 0) + 1}
    return replace(calendar, taken=taken)


def calendars_merge(own: Calendar, other: Calendar) -> Calendar:
    """Merge the calendars of two accounts of one person: the vacation and used hours of both.

    Declarations are those of the first if it has any, else of the second.
    """
    years = own.taken.keys() | other.taken.keys()
    return replace(
        own,
        declared=own.declared or other.declared,
        away=intervals_merge(own.away + other.away),
        taken={year: own.taken.get(year, 0) + other.taken.get(year, 0) for year in years},
    )
