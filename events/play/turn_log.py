"""Logging a turn: its events, notices and due work, and the end of the match."""

from collections.abc import Sequence
from datetime import datetime

from django.dispatch import Signal
from django.utils import timezone

from events.database.statements import Statement, Write, write_all
from events.log.append import Appended, Recipient, append_write
from events.log.position import Position
from events.models import Due, Match, Outbox
from events.models import Seat as SeatRow
from events.play.decide import Turn
from events.projections.results import results_count
from events.projections.seats import seats_follow_write
from events.seats.rows import seats_of
from events.seats.standing_answers import standing_follow
from events.work.due import due_set_write
from games.contract import Seat

turn_logged = Signal()
"""Sent in the transaction of each turn, with `match`, `seats`, the positions `before` and `after`,
and the log's `entries`."""


_STATUS = Statement(
    (
        ("status", "text"),
        ("started_at", "timestamptz"),
        ("finished_at", "timestamptz"),
        ("id", "text"),
    ),
    each="UPDATE events_match SET status = %s, started_at = %s, finished_at = %s WHERE id = %s",
    together="UPDATE events_match m SET status = r.status, started_at = r.started_at,"
    " finished_at = r.finished_at FROM {rows} WHERE m.id = r.id",
)


def status_write(match: Match) -> Write:
    """Return the write of a match's start or end.

    Not to be executed with those of the log, whose trigger writes the same row.
    """
    timestamps = match.started_at, match.finished_at
    return _STATUS.of([(str(match.status), *timestamps, match.id)])


def turn_log(
    match: Match,
    position: Position,
    play: Turn,
    *,
    mover: Seat | None = None,
    at: datetime | None = None,
    seats: Sequence[SeatRow] | None = None,
) -> Position:
    """Log a turn, with its notices and the work that it makes due."""
    logging = turn_log_write(match, position, play, mover=mover, at=at, seats=seats)
    write_all(logging.writes)
    return logging.position


def turn_log_write(
    match: Match,
    position: Position,
    play: Turn,
    *,
    mover: Seat | None = None,
    move_key: str | None = None,
    at: datetime | None = None,
    seats: Sequence[SeatRow] | None = None,
) -> Appended:
    """Return the writes of `turn_log`, for the caller to execute in this transaction.

    The end of the match is written at once. `at` is the time of the turn if that is not now;
    `seats` are the rows if the caller has them.
    """
    now = at or timezone.now()
    notices = _recipients(position, play, mover)
    appended = append_write(
        match, position, play.drafts, at=now, move_key=move_key, notices=notices
    )
    after = appended.position
    due_writes: list[Write] = []
    if after.over:
        match.status, match.finished_at = Match.Status.FINISHED, now
        write_all([status_write(match), due_set_write(match, Due.Kind.COUNT, now)])
        seats = seats_of(match) if seats is None else seats
        results_count(match, after, seats)
    elif mover not in after.played_by_bots and bot_to_move(after) is not None:
        due_writes.append(due_set_write(match, Due.Kind.BOT, now))
    seats = seats_of(match) if seats is None else seats
    standing_follow(after, seats, play.standing)
    following = seats_follow_write(match, position, after, now, answers=play.answers, seats=seats)
    turn_logged.send(
        None, match=match, seats=seats, before=position, after=after, entries=appended.entries
    )
    return Appended(after, appended.entries, [*following, *appended.writes, *due_writes])


def bot_to_move(position: Position) -> Seat | None:
    """Return a bot's seat that must move now, if there is one."""
    if not position.running:
        return None
    asked = position.game.active(position.state)
    return next((seat for seat in asked if seat in position.played_by_bots), None)


def _recipients(position: Position, play: Turn, mover: Seat | None) -> list[Recipient]:
    """Return the recipients of notices: late seats, and all at the end, else those newly asked."""
    without_player = position.bots.union(play.gone)
    people = [seat for seat in range(len(position.players)) if seat not in without_player]
    late = [Recipient(seat, Outbox.Kind.TIMED_OUT) for seat in play.late]
    if play.finished:
        return [*late, *(Recipient(seat, Outbox.Kind.FINISHED) for seat in people)]
    if not play.asked_anew:
        return late
    return late + [
        Recipient(seat, Outbox.Kind.YOUR_TURN)
        for seat in play.awaited()
        if seat in people and seat not in position.away and seat != mover
        if not play.answers_at_once(seat)
    ]
