"""What a seat's clock shows, from nothing but what was asked and answered when."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.clocks.calendar import EMPTY_CALENDAR, Calendar, Hours, is_quiet
from events.clocks.kinds import (
    FAST,
    PRESETS,
    Bank,
    CapTooSmall,
    NoClock,
    PerMove,
    Ticking,
    clock_from_request,
    clock_of,
    clock_text,
)
from events.clocks.readings import Reading, reading_after, with_calendar, with_more_time
from games.codec import Malformed
from games.table import By
from tests.events.clocks.test_calendar import amounts, hours, intervals, moments

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
seconds = st.integers(1, 10 * 86400)
clocks = st.one_of(
    st.builds(PerMove, seconds=seconds, vacation=st.booleans()),
    st.tuples(seconds, seconds, seconds, st.booleans()).map(
        lambda made: Bank(
            bank=made[0], increment=made[1], cap=made[0] + made[1] + made[2], vacation=made[3]
        )
    ),
)
calendars = st.builds(
    lambda declared, away: Calendar(declared=(declared,), away=away), hours, intervals
)


def asked(clock: Ticking, at: datetime, calendar: Calendar = EMPTY_CALENDAR) -> Reading:
    return reading_after(clock, Reading(), asked=7, by=None, at=at, calendar=calendar)


@given(clocks, moments, calendars)
def test_a_deadline_is_neither_quiet_nor_on_vacation_nor_too_early(
    clock: Ticking, at: datetime, calendar: Calendar
) -> None:
    deadline = asked(clock, at, calendar).deadline
    assert deadline is not None
    assert deadline >= at + clock.at_first
    assert not is_quiet(deadline, calendar.hours_at(at))
    if clock.vacation:
        assert not any(begins <= deadline < ends for begins, ends in calendar.away)


@given(clocks, moments, calendars)
def test_a_question_that_goes_away_costs_nothing(
    clock: Ticking, at: datetime, calendar: Calendar
) -> None:
    first = asked(clock, at, calendar)
    dropped = reading_after(clock, first, asked=None, by=None, at=at + 5 * HOUR, calendar=calendar)
    again = reading_after(clock, dropped, asked=9, by=None, at=at + 6 * HOUR, calendar=calendar)
    assert again.bank == first.bank


@given(clocks, moments, calendars, amounts, st.sampled_from(["player", "sealed", "bot"]))
def test_an_answer_never_leaves_more_than_the_cap_nor_less_than_the_increment(
    clock: Ticking, at: datetime, calendar: Calendar, taken: timedelta, by: By
) -> None:
    after = reading_after(
        clock, asked(clock, at, calendar), asked=None, by=by, at=at + taken, calendar=calendar
    )
    assert (after.asked, after.asked_at, after.deadline) == (None, None, None)
    if isinstance(clock, PerMove):
        assert after.bank is None
    else:
        assert after.bank is not None
        assert clock.one_move <= after.bank <= timedelta(seconds=clock.cap)


@given(clocks, moments, calendars, amounts, amounts)
def test_when_an_answer_was_sealed_makes_no_difference(
    clock: Ticking, at: datetime, calendar: Calendar, one: timedelta, two: timedelta
) -> None:
    first = asked(clock, at, calendar)
    banks = {
        reading_after(clock, first, asked=None, by="sealed", at=at + used, calendar=calendar).bank
        for used in (one, two)
    }
    assert len(banks) == 1


@given(clocks, moments, calendars, st.timedeltas(timedelta(0), 30 * HOUR))
def test_more_time_moves_the_deadline_into_the_future_and_never_back(
    clock: Ticking, at: datetime, calendar: Calendar, passed: timedelta
) -> None:
    was, now = asked(clock, at, calendar), at + passed
    more = with_more_time(clock, was, HOUR, now, calendar)
    assert more.deadline is not None
    assert was.deadline is not None
    assert more.deadline >= max(now + HOUR, was.deadline)
    assert with_calendar(clock, more, calendar) == more


def test_vacation_stops_the_clock_and_quiet_hours_do_not() -> None:
    clock = Bank(bank=10 * 3600, increment=3600, cap=20 * 3600, vacation=True)
    off = Calendar(away=((NOON + HOUR, NOON + 30 * HOUR),))
    was = asked(clock, NOON, off)
    assert was.deadline == NOON + 39 * HOUR
    after = reading_after(clock, was, asked=None, by="player", at=NOON + 31 * HOUR, calendar=off)
    assert after.bank == 9 * HOUR  # two hours of ten were used, and one is added
    night = EMPTY_CALENDAR.with_declaration(Hours(NOON - HOUR, "UTC", "20:00", "08:00"))
    was = asked(clock, NOON, night)
    assert was.deadline == NOON + 20 * HOUR
    after = reading_after(clock, was, asked=None, by="player", at=NOON + 19 * HOUR, calendar=night)
    assert after.bank == HOUR


def test_a_match_without_a_clock_has_no_deadline() -> None:
    was = reading_after(NoClock(), Reading(), asked=3, by=None, at=NOON, calendar=EMPTY_CALENDAR)
    assert was == Reading(3, NOON)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_comes_back_from_its_row_as_it_was(preset: str) -> None:
    chosen = clock_from_request({"kind": preset})
    assert chosen == PRESETS[preset] == clock_of(clock_text(chosen))


def test_a_preset_can_be_had_with_another_policy() -> None:
    chosen = clock_from_request({"kind": "fast", "time_out": "forfeit", "vacation": False})
    assert isinstance(chosen, Bank)
    assert isinstance(FAST, Bank)
    assert (chosen.bank, chosen.time_out, chosen.vacation) == (FAST.bank, "forfeit", False)


def test_vacations_stop_a_clock_by_default_only_where_a_move_has_a_day() -> None:
    short, long = (clock_from_request({"kind": "per_move", "seconds": n}) for n in (30, 86400))
    assert isinstance(short, PerMove)
    assert isinstance(long, PerMove)
    assert (short.vacation, long.vacation) == (False, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "per_move"},
        {"kind": "per_move", "seconds": 0},
        {"kind": "per_move", "seconds": 5, "bank": 5},
        {"kind": "none", "time_out": "end"},
        {"kind": "bank", "bank": 5, "increment": 5},
        {"kind": "fast", "seconds": 5},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        clock_from_request(wrong)


def test_a_bank_that_would_overflow_from_the_start_is_refused() -> None:
    with pytest.raises(CapTooSmall):
        clock_from_request({"kind": "bank", "bank": 10, "increment": 1, "cap": 9})
