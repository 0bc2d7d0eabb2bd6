"""Matches that expire: open ones that do not fill, and idle ones without a clock."""

from datetime import datetime, timedelta

from django.utils import timezone

from events.clocks.kinds import NoClock, clock_of
from events.log.append import Draft, Recipient, append_write
from events.log.envelope import MatchCancelled
from events.log.position import Position, position_at_head
from events.models import Due, Match, Outbox, Seat
from events.projections.results import results_count
from events.projections.seats import lone_leaver_of, seats_follow
from events.seats.rows import seats_of
from events.work.due import due_clear, due_set
from events.work.publish import match_touch

OPEN_FOR = timedelta(days=10)
IDLE_FOR = timedelta(days=21)


def open_until(match: Match) -> datetime:
    """Return the time until which an open match waits for its seats to fill."""
    return match.created_at + OPEN_FOR


def has_expired(match: Match) -> bool:
    """Whether an open match has waited long enough, even if it is not cancelled yet."""
    return match.status == Match.Status.OPEN and open_until(match) <= timezone.now()


def open_settle(match: Match) -> None:
    """Cancel an open match, locked by the caller, that has expired with a free seat."""
    due_clear(match, Due.Kind.OPEN)
    if not has_expired(match) or not _has_free_seat(match):
        return
    match.status, match.finished_at = Match.Status.CANCELLED, open_until(match)
    match.save(update_fields=["status", "finished_at"])
    Seat.objects.filter(match=match).update(kept_for=None)
    match_touch(match)


def _has_free_seat(match: Match) -> bool:
    return Seat.objects.filter(match=match, player=None, level=None).exists()


def idle_settle(match: Match) -> None:
    """Cancel a running match without a clock, locked by the caller, if it has been idle."""
    if has_been_idle(match):
        position = position_at_head(match)
        match_cancel(match, position, at=_idle_deadline(position))


def has_been_idle(match: Match) -> bool:
    """Whether a running match without a clock has had no event for IDLE_FOR."""
    if match.status != Match.Status.RUNNING or not isinstance(clock_of(match.clock), NoClock):
        return False
    return _idle_deadline(position_at_head(match)) <= timezone.now()


def idle_settle_or_wait(match: Match) -> None:
    """Call `idle_settle` when it is due; after a recent move, set it due later."""
    idle_settle(match)
    if match.status == Match.Status.RUNNING:
        due_set(match, Due.Kind.IDLE, _idle_deadline(position_at_head(match)))
    else:
        due_clear(match, Due.Kind.IDLE)


def _idle_deadline(position: Position) -> datetime:
    return datetime.fromisoformat(position.at) + IDLE_FOR


def match_cancel(match: Match, position: Position, *, at: datetime) -> None:
    """Cancel a running match, locked by the caller: it ends without a result.

    Against bots alone it counts as left (`lone_leaver_of`).
    """
    people = set(range(len(position.players))).difference(position.bots, position.gone)
    notices = [Recipient(seat, Outbox.Kind.FINISHED) for seat in sorted(people)]
    drafts = [Draft(MatchCancelled())]
    after = append_write(match, position, drafts, at=at, notices=notices).execute()
    seats_follow(match, position, after, at)
    if lone_leaver_of(after) is not None:
        results_count(match, after, seats_of(match))
    match.status, match.finished_at = Match.Status.CANCELLED, at
    match.save(update_fields=["status", "finished_at"])
    due_clear(match, Due.Kind.BOT)
