"""Quiet hours and days off by the clock on the wall, on days that have 23 or 25 hours too."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.clocks.calendar import (
    EMPTY_CALENDAR,
    Calendar,
    Hours,
    after_quiet,
    calendar_of,
    calendar_text,
    days_off,
    hours_used,
    intervals_merge,
    is_quiet,
    time_after,
    time_running,
    with_hour_taken,
    with_vacation,
)

ZONES = (
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of daylight saving
    "Asia/Kathmandu",
    "America/St_Johns",
    "Pacific/Apia",
    "Africa/Casablanca",
)
moments = st.datetimes(
    datetime(2024, 1, 1), datetime(2028, 12, 31), timezones=st.just(UTC)
)  # a few leap days and many changes of the clock
wall = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
hours = st.builds(
    Hours,
    since=st.just(datetime(2024, 1, 1, tzinfo=UTC)),
    time_zone=st.sampled_from(ZONES),
    quiet_from=wall,
    quiet_until=wall,
).filter(lambda one: one.quiet_from != one.quiet_until)
intervals = st.lists(
    st.tuples(moments, st.timedeltas(timedelta(0), timedelta(days=40))).map(
        lambda made: (made[0], made[0] + made[1])
    ),
    max_size=4,
).map(intervals_merge)
amounts = st.timedeltas(timedelta(0), timedelta(days=20))


@given(moments, hours)
def test_the_end_of_quiet_hours_is_the_first_moment_that_is_not_quiet(
    moment: datetime, declared: Hours
) -> None:
    end = after_quiet(moment, declared)
    assert end >= moment
    assert end - moment <= timedelta(hours=26)
    assert not is_quiet(end, declared)
    if end > moment:
        for part in range(1, 40):
            assert is_quiet(moment + (end - moment) * part / 40, declared)
        assert is_quiet(end - timedelta(microseconds=1), declared)


@pytest.mark.parametrize(
    ("zone", "quiet", "moment", "end"),
    [
        # The clock goes from 2:00 to 3:00 on 29 March 2026 in Paris, and back on 25 October.
        ("Europe/Paris", ("22:00", "08:00"), "2026-03-28T23:00:00Z", "2026-03-29T06:00:00Z"),
        ("Europe/Paris", ("22:00", "08:00"), "2026-03-27T23:00:00Z", "2026-03-28T07:00:00Z"),
        ("Europe/Paris", ("22:00", "02:30"), "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"),
        ("Europe/Paris", ("22:00", "02:30"), "2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"),
        ("Europe/Paris", ("22:00", "02:30"), "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"),
        ("America/New_York", ("13:00", "15:00"), "2026-07-01T18:30:00Z", "2026-07-01T19:00:00Z"),
    ],
)
def test_quiet_hours_where_the_clock_is_put_forward_or_back(
    zone: str, quiet: tuple[str, str], moment: str, end: str
) -> None:
    declared = Hours(datetime(2026, 1, 1, tzinfo=UTC), zone, *quiet)
    assert after_quiet(datetime.fromisoformat(moment), declared) == datetime.fromisoformat(end)


@given(moments, amounts, intervals)
def test_a_clock_has_run_for_so_long_when_it_is_reached(
    start: datetime, amount: timedelta, away: tuple[tuple[datetime, datetime], ...]
) -> None:
    end = time_after(start, amount, away)
    assert time_running(start, end, away) == amount
    assert end - start >= amount


@given(moments, amounts, amounts, intervals)
def test_a_clock_that_runs_in_two_parts_runs_as_long(
    start: datetime, one: timedelta, two: timedelta, away: tuple[tuple[datetime, datetime], ...]
) -> None:
    middle, end = start + one, start + one + two
    assert time_running(start, middle, away) + time_running(middle, end, away) == time_running(
        start, end, away
    )


@given(intervals, moments, st.none() | st.tuples(moments, amounts))
def test_what_is_planned_anew_leaves_the_past_alone(
    away: tuple[tuple[datetime, datetime], ...],
    now: datetime,
    plan: tuple[datetime, timedelta] | None,
) -> None:
    off = plan and (plan[0], plan[0] + plan[1])
    before, after = Calendar(away=away), with_vacation(Calendar(away=away), off, now)
    start = datetime(2020, 1, 1, tzinfo=UTC)
    assert time_running(start, now, after.away) == time_running(start, now, before.away)
    expected = max(off[1] - max(off[0], now), timedelta(0)) if off else timedelta(0)
    far = datetime(2040, 1, 1, tzinfo=UTC)
    assert (far - now) - time_running(now, far, after.away) == expected


def test_a_day_off_has_as_many_hours_as_the_day() -> None:
    for day, length in ((date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 6, 1), 24)):
        begin, end = days_off(day, day, "Europe/Paris")
        assert end - begin == timedelta(hours=length)
        assert begin.astimezone(ZoneInfo("Europe/Paris")).date() == day
        assert hours_used(Calendar(away=((begin, end),)), 2026) == length


def test_an_allowance_is_counted_by_the_year() -> None:
    begin = datetime(2026, 12, 31, 12, tzinfo=UTC)
    calendar = Calendar(away=((begin, begin + timedelta(hours=36, minutes=1)),))
    assert (hours_used(calendar, 2026), hours_used(calendar, 2027)) == (12, 25)
    assert hours_used(with_hour_taken(calendar, begin), 2026) == 13


@given(st.lists(hours, max_size=30), intervals)
def test_a_calendar_comes_back_from_its_row_as_it_was(
    declared: list[Hours], away: tuple[tuple[datetime, datetime], ...]
) -> None:
    calendar = Calendar(away=away, taken={"2026": 3})
    for one in declared:
        calendar = calendar.with_declaration(one)
    assert calendar_of(calendar_text(calendar)) == calendar
    assert calendar_of("") == EMPTY_CALENDAR


def test_only_what_was_declared_before_a_turn_counts_for_it() -> None:
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    early = Hours(noon - timedelta(days=1), "UTC", "22:00", "08:00")
    late = Hours(noon + timedelta(hours=1), "UTC", "10:00", "20:00")
    calendar = EMPTY_CALENDAR.with_declaration(early).with_declaration(late)
    assert calendar.hours_at(noon - timedelta(days=2)) is None
    assert calendar.hours_at(noon) == early
    assert calendar.hours_at(noon + timedelta(days=1)) == late
