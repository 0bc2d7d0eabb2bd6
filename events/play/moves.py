"""Moves of players and bots, early answers, and logging the outcome of a turn."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.dispatch import Signal
from django.utils import timezone
from msgspec import Struct

from events.database.statements import Statement, Write, write_all
from events.errors import Conflict, Forbidden
from events.idempotency import MoveSummary
from events.log import fairness, receipts
from events.log.append import Appended, Entry, Recipient, append_write
from events.log.position import Position, position_at_head
from events.log.read import Sights
from events.metrics import move_count
from events.models import Due, Match, Outbox, Player
from events.models import Seat as SeatRow
from events.play.decide import Turn
from events.projections.results import results_count
from events.projections.seats import seats_follow_write
from events.seats.rows import seats_of
from events.seats.sealed_answers import seal, sealed_answers
from events.seats.standing_answers import standing_follow, standing_moves
from events.work.due import due_clear, due_set, due_set_write
from events.work.publish import match_touch
from games.codec import decode_move
from games.contract import IllegalMove, Move, Seat

turn_logged = Signal()
"""Sent in the transaction of each turn, with `match`, `seats`, the positions `before` and `after`,
and the log's `entries`."""

BOT_MOVES_AT_ONCE = 20
"""In one transaction, so that others do not wait long for the match's lock, or for SQLite."""


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


class Accepted(Struct, frozen=True):
    """The result of a move: what it logged, or a sealed answer; and its receipt.

    The caller executes `writes` together with that of the stored response; the move is not logged
    before.
    """

    position: Position
    seat: Seat
    before: Position
    receipt: dict[str, Any]
    sealed: bool
    entries: Sequence[Entry] = ()
    writes: Sequence[Write] = ()

    @property
    def status(self) -> int:
        """The HTTP status: 201, or 202 for a sealed answer."""
        return 202 if self.sealed else 201

    @property
    def summary(self) -> MoveSummary:
        """What is stored of the move for as long as its match."""
        seqs = [entry.seq for entry in self.entries]
        return MoveSummary(self.receipt, seqs, self.position.version)


def status_write(match: Match) -> Write:
    """Return the write of a match's start or end.

    Not to be executed with those of the log, whose trigger writes the same row.
    """
    timestamps = match.started_at, match.finished_at
    return _STATUS.of([(str(match.status), *timestamps, match.id)])


def move_submit(
    *,
    match: Match,
    player: Player,
    move: object,
    move_key: str,
    expected_version: int | None = None,
    expected_asked: int | None = None,
    seats: Sequence[SeatRow] | None = None,
    sealed: dict[Seat, Move] | None = None,
) -> Accepted:
    """Play a player's move, or refuse it and change nothing.

    The caller has locked the match, or executes the writes only if it has not changed since.
    `seats` and `sealed` are its rows and its sealed answers, if the caller has them.
    """
    position = position_at_head(match)
    seat = seat_played_by(match, position, player)
    decoded = decode_move(position.game, move)
    if expected_version is not None and expected_version != position.version:
        raise Conflict("stale_version", current_version=position.version)
    if expected_asked is not None and expected_asked != question_open_to(position, seat):
        raise Conflict("question_closed", current_version=position.version)
    if position.over:
        raise IllegalMove("match_over")
    before, returned = position, list[Entry]()
    if seat in position.away:
        position, returned = seat_hand_back(match, position, seat, seats)

    if sealed is None:
        sealed = sealed_answers(match, position)
    play = Turn(position, sealed, _standing_answers(match, position, seats))
    immediate = play.step(seat, decoded, "player")
    move_count(bot=False)
    if not immediate:
        receipt = _seal_with_receipt(match, position, seat, decoded, seats)
        return Accepted(position, seat, before, receipt, True, returned)
    play.follow()
    after, entries, writes = turn_log_write(
        match, position, play, mover=seat, move_key=move_key, seats=seats
    )
    receipt = head_receipt(match, after)
    return Accepted(after, seat, before, receipt, False, [*returned, *entries], writes)


def seat_hand_back(
    match: Match, position: Position, seat: Seat, seats: Sequence[SeatRow] | None = None
) -> tuple[Position, list[Entry]]:
    """Log that a player plays their seat again instead of a bot; returns what was logged."""
    play = Turn(position, {})
    play.hand_back(seat)
    logged = turn_log_write(match, position, play, seats=seats)
    write_all(logged.writes)
    return logged.position, logged.entries


def bots_settle(match: Match) -> None:
    """Play the moves of bots in turn, in a match locked by the caller; the rest stays due."""
    position, seats = position_at_head(match), seats_of(match)
    sights = Sights(match)
    for _ in range(BOT_MOVES_AT_ONCE):
        seat = _bot_to_move(position)
        if seat is None:
            break
        sight = sights.of(position, seat)
        chance = fairness.bot_chance(position.key, position.version, seat)
        standing = standing_moves(position, seats)
        play = Turn(position, sealed_answers(match, position), standing)
        play.step(seat, position.bot(seat)(sight, chance), "bot")
        move_count(bot=True)
        play.follow()
        position = turn_log(match, position, play, mover=seat, seats=seats)
    if _bot_to_move(position) is None:
        due_clear(match, Due.Kind.BOT)
    else:
        due_set(match, Due.Kind.BOT, timezone.now())


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
    elif mover not in after.played_by_bots and _bot_to_move(after) is not None:
        due_writes.append(due_set_write(match, Due.Kind.BOT, now))
    seats = seats_of(match) if seats is None else seats
    standing_follow(after, seats, play.standing)
    following = seats_follow_write(match, position, after, now, answers=play.answers, seats=seats)
    turn_logged.send(
        None, match=match, seats=seats, before=position, after=after, entries=appended.entries
    )
    return Appended(after, appended.entries, [*following, *appended.writes, *due_writes])


def question_open_to(position: Position, seat: Seat) -> int | None:
    """Return the seq of the event that put the question open to a seat, if there is one."""
    if not position.running or seat in position.gone:
        return None
    second_thoughts = position.game.second_thoughts(position.state)
    if seat in position.awaited or seat in second_thoughts:
        return position.questions[seat]
    return None


def _standing_answers(
    match: Match, position: Position, seats: Sequence[SeatRow] | None
) -> dict[Seat, Move]:
    if not position.game.standing:
        return {}
    return standing_moves(position, seats_of(match) if seats is None else seats)


def head_receipt(match: Match, position: Position) -> dict[str, Any]:
    """Return a signed receipt of the head of the match."""
    message = fairness.head_message(match.id, position.version, bytes.fromhex(position.head))
    return {"seq": position.version, "head": position.head} | receipts.sign(message)


def seat_played_by(match: Match, position: Position, player: Player) -> Seat:
    """Return the player's seat in a match that has begun; raises if they have none or have left."""
    if player.id in position.players:
        seat = position.players.index(player.id)
    else:  # a guest merged into this account may have had it: the log has that id
        seat = _seat_of_merged_guest(match, player)
    if not position.players:
        raise Conflict("match_not_started")
    if seat in position.gone:
        raise Forbidden("seat_gone")
    return seat


def _seat_of_merged_guest(match: Match, player: Player) -> Seat:
    number = match.seats.filter(player=player).values_list("number", flat=True).first()
    if number is None:
        raise Forbidden("not_seated")
    return number


def _bot_to_move(position: Position) -> Seat | None:
    if not position.running:
        return None
    asked = position.game.active(position.state)
    return next((seat for seat in asked if seat in position.played_by_bots), None)


def _seal_with_receipt(
    match: Match,
    position: Position,
    seat: Seat,
    move: Move,
    seats: Sequence[SeatRow] | None,
) -> dict[str, Any]:
    rows = seats_of(match) if seats is None else seats
    sealed = seal(match, position, rows[seat], move)
    match_touch(match)
    digest = sha256(sealed.move.encode()).digest()
    message = fairness.sealed_message(match.id, sealed.asked, digest)
    return {"asked": sealed.asked, "digest": digest.hex()} | receipts.sign(message)


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
