"""The state of a seat's clock: how much time it has, since when, and until when; pure."""

from datetime import datetime, timedelta
from typing import NamedTuple

from events.clocks.calendar import Calendar, Interval, after_quiet, time_after, time_running
from events.clocks.kinds import Bank, Clock, NoClock, Ticking
from games.table import By


class Reading(NamedTuple):
    """The state of a seat's clock; `deadline` is None while it does not run."""

    asked: int | None = None
    """The question open to the seat: the seq of the event that put it."""
    asked_at: datetime | None = None
    bank: timedelta | None = None
    """The time for this question, or carried over to the next; None means the initial time."""
    deadline: datetime | None = None


def reading_after(
    clock: Clock,
    was: Reading,
    *,
    asked: int | None,
    by: By | None,
    at: datetime,
    calendar: Calendar,
) -> Reading:
    """Return the clock once `asked` is the question open to the seat.

    `by` says how the seat answered the question before. A question that is withdrawn without an
    answer costs no time, whether or not an answer was sealed. Nor does an answer that was sealed
    before its turn, because the time at which it was given is secret.
    """
    if asked == was.asked:
        return was
    if isinstance(clock, NoClock):
        return Reading(asked, at if asked is not None else None)
    bank = was.bank
    if was.asked is not None and was.asked_at is not None:
        bank = _bank_after(clock, was, by, time_taken(clock, was, at, calendar))
    if asked is None:
        return Reading(bank=bank)
    has = clock.at_first if bank is None else bank
    return Reading(asked, at, has, deadline(clock, at, has, calendar))


def _bank_after(clock: Ticking, was: Reading, by: By | None, taken: timedelta) -> timedelta | None:
    has = was.bank or timedelta(0)
    if by in ("player", "bot"):
        return clock.carry_over(has - taken)
    if by == "sealed":
        return clock.carry_over(has)
    return was.bank if isinstance(clock, Bank) else None


def time_taken(clock: Clock, was: Reading, at: datetime, calendar: Calendar) -> timedelta:
    """Return how long the seat's clock has run for the open question."""
    assert was.asked_at is not None
    return time_running(was.asked_at, at, _vacations(clock, calendar))


def with_more_time(
    clock: Ticking, was: Reading, more: timedelta, at: datetime, calendar: Calendar
) -> Reading:
    """Return the clock with more time, which counts from `at` on if the time was up."""
    assert was.bank is not None
    bank = max(was.bank, time_taken(clock, was, at, calendar)) + more
    return with_calendar(clock, was._replace(bank=bank), calendar)


def with_calendar(clock: Clock, was: Reading, calendar: Calendar) -> Reading:
    """Return the clock with its deadline recomputed from another calendar.

    Quiet hours that were declared after the question count from the next one on.
    """
    if was.asked_at is None or was.bank is None:
        return was
    return was._replace(deadline=deadline(clock, was.asked_at, was.bank, calendar))


def deadline(clock: Clock, asked_at: datetime, amount: timedelta, calendar: Calendar) -> datetime:
    """Return when the time for a question is up: never in quiet hours, nor on vacation."""
    away, hours = _vacations(clock, calendar), calendar.hours_at(asked_at)
    time = time_after(asked_at, amount, away)
    while True:
        later = _after_vacation(after_quiet(time, hours), away)
        if later == time:
            return time
        time = later


def _after_vacation(time: datetime, away: tuple[Interval, ...]) -> datetime:
    return next((ends for begins, ends in away if begins <= time < ends), time)


def _vacations(clock: Clock, calendar: Calendar) -> tuple[Interval, ...]:
    return () if isinstance(clock, NoClock) or not clock.vacation else calendar.away
