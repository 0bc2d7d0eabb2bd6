"""Matches that end by themselves: open ones that never fill, and those that nobody plays."""

from datetime import datetime, timedelta

from django.utils import timezone

from events.announce import match_touched
from events.append import Draft, Notice, append
from events.clocks.kinds import NoClock, clock_of
from events.due import due_clear, due_set
from events.models import Due, Match, Outbox, Seat
from events.position import Position, position_at_head
from events.record import MatchCancelled
from events.seats import seats_follow

OPEN_FOR = timedelta(days=10)
IDLE_FOR = timedelta(days=21)


def open_until(match: Match) -> datetime:
    """How long an open match waits for its table to fill."""
    return match.created_at + OPEN_FOR


def has_expired(match: Match) -> bool:
    """Whether an open match has waited long enough, be it called off already or not."""
    return match.status == Match.Status.OPEN and open_until(match) <= timezone.now()


def open_settle(match: Match) -> None:
    """Call off an open match that did not fill, locked by the caller."""
    due_clear(match, Due.Kind.OPEN)
    if not has_expired(match) or not _has_free_seat(match):
        return
    match.status, match.finished_at = Match.Status.CANCELLED, open_until(match)
    match.save(update_fields=["status", "finished_at"])
    Seat.objects.filter(match=match).update(kept_for=None)
    match_touched(match)


def _has_free_seat(match: Match) -> bool:
    return Seat.objects.filter(match=match, player=None, bot=False).exists()


def idle_settle(match: Match) -> None:
    """Call off a running match without a clock, locked by the caller, if nobody plays it."""
    if has_been_idle(match):
        position = position_at_head(match)
        match_call_off(match, position, at=_idle_from(position))


def has_been_idle(match: Match) -> bool:
    """Whether a running match without a clock has not been played for too long."""
    if match.status != Match.Status.RUNNING or not isinstance(clock_of(match.clock), NoClock):
        return False
    return _idle_from(position_at_head(match)) <= timezone.now()


def idle_settle_or_wait(match: Match) -> None:
    """The same when it may be due; if somebody has moved since, it is due later."""
    idle_settle(match)
    if match.status == Match.Status.RUNNING:
        due_set(match, Due.Kind.IDLE, _idle_from(position_at_head(match)))
    else:
        due_clear(match, Due.Kind.IDLE)


def _idle_from(position: Position) -> datetime:
    return datetime.fromisoformat(position.at) + IDLE_FOR


def match_call_off(match: Match, position: Position, *, at: datetime) -> None:
    """End a running match, locked by the caller, without a result."""
    people = set(range(len(position.players))).difference(position.bots, position.gone)
    notices = [Notice(seat, Outbox.Kind.FINISHED) for seat in sorted(people)]
    after = append(match, position, [Draft(MatchCancelled())], at=at, notices=notices)
    seats_follow(match, position, after, at)
    match.status, match.finished_at = Match.Status.CANCELLED, at
    match.save(update_fields=["status", "finished_at"])
    due_clear(match, Due.Kind.BOT)
