"""What the clock of a seat shows: how much time it has, since when, and until when; pure."""

from datetime import datetime, timedelta
from typing import NamedTuple

from events.clocks.calendar import Calendar, Interval, after_quiet, reached, running
from events.clocks.kinds import Bank, Clock, NoClock, Ticking
from games.table import By


class Reading(NamedTuple):
    """A seat's clock. `deadline` is None while it does not run."""

    asked: int | None = None
    """The question that is open to the seat."""
    asked_at: datetime | None = None
    bank: timedelta | None = None
    """What it has for this question, or keeps for the next; None as long as it is untouched."""
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
    """The clock once this is asked of the seat, `by` saying how it answered what was asked before.

    A question that went away without an answer costs nothing, whether or not one was sealed; nor
    does an answer that was sealed before its turn: when it was given is nobody's business.
    """
    if asked == was.asked:
        return was
    if isinstance(clock, NoClock):
        return Reading(asked, at if asked is not None else None)
    bank = was.bank
    if was.asked is not None and was.asked_at is not None:
        bank = _kept(clock, was, by, time_taken(clock, was, at, calendar))
    if asked is None:
        return Reading(bank=bank)
    has = clock.at_first if bank is None else bank
    return Reading(asked, at, has, deadline(clock, at, has, calendar))


def _kept(clock: Ticking, was: Reading, by: By | None, taken: timedelta) -> timedelta | None:
    has = was.bank or timedelta(0)
    if by in ("player", "bot"):
        return clock.kept(has - taken)
    if by == "sealed":
        return clock.kept(has)
    return was.bank if isinstance(clock, Bank) else None


def time_taken(clock: Clock, was: Reading, at: datetime, calendar: Calendar) -> timedelta:
    """How long the open question has been on the seat's clock."""
    assert was.asked_at is not None
    return running(was.asked_at, at, _away(clock, calendar))


def with_more(
    clock: Ticking, was: Reading, more: timedelta, at: datetime, calendar: Calendar
) -> Reading:
    """The clock with so much more time, which counts from now on if the time was up."""
    assert was.bank is not None
    bank = max(was.bank, time_taken(clock, was, at, calendar)) + more
    return recounted(clock, was._replace(bank=bank), calendar)


def recounted(clock: Clock, was: Reading, calendar: Calendar) -> Reading:
    """The clock by another calendar; what was declared after the question counts for the next."""
    if was.asked_at is None or was.bank is None:
        return was
    return was._replace(deadline=deadline(clock, was.asked_at, was.bank, calendar))


def deadline(clock: Clock, asked_at: datetime, amount: timedelta, calendar: Calendar) -> datetime:
    """When the time for a question is up: neither in quiet hours nor on vacation."""
    away, hours = _away(clock, calendar), calendar.hours_at(asked_at)
    moment = reached(asked_at, amount, away)
    while True:
        later = _after_vacation(after_quiet(moment, hours), away)
        if later == moment:
            return moment
        moment = later


def _after_vacation(moment: datetime, away: tuple[Interval, ...]) -> datetime:
    return next((ends for begins, ends in away if begins <= moment < ends), moment)


def _away(clock: Clock, calendar: Calendar) -> tuple[Interval, ...]:
    return () if isinstance(clock, NoClock) or not clock.vacation else calendar.away
