"""Playing a match: a person's move, a bot's, and early answers."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import connection
from django.utils import timezone
from msgspec import Struct

from events import fairness, signing
from events.access import knows_of
from events.announce import match_touched
from events.append import Appended, Entry, Notice, appending
from events.due import due_clear, due_set, due_setting
from events.feed import Sights
from events.metrics import move_counted
from events.models import Due, Match, Outbox, Player, SealedAnswer
from events.models import Seat as SeatRow
from events.play import Play
from events.position import Position, position_at_head
from events.refusals import Conflict, Forbidden, Unknown
from events.rows import Rows
from events.sealed import sealed_answers
from events.seating import seats_of
from events.seats import seats_following
from events.standing.kept import standing_follow, standing_moves
from events.standings import match_count
from events.writes import Statement, Write, send
from games.codec import canonical, decode_move
from games.contract import IllegalMove, Move, Seat

BOT_MOVES_AT_ONCE = 20
"""In one transaction, so that nobody waits long for the match, or for SQLite."""


_MATCH_LOCKED = Rows(Match, "id = %s", locked=("this",))
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
    """What a move came to: the log from `before` on, or a sealed answer; and its receipt.

    `writes` are still to be sent, with the answer to be kept; nothing of the move is logged before.
    """

    position: Position
    seat: Seat
    before: int
    receipt: dict[str, Any]
    sealed: bool
    entries: Sequence[Entry] = ()
    writes: Sequence[Write] = ()

    @property
    def status(self) -> int:
        """201, or 202 while it is sealed."""
        return 202 if self.sealed else 201


def match_locked(match_id: str) -> Match:
    """The match, with no other writer until the transaction ends."""
    match = _MATCH_LOCKED.first(match_id)
    if match is None:
        raise Unknown("match_not_found")
    return match


def match_awaited(match_id: str) -> None:
    """Wait until nobody else writes to a match, if there is one; then nobody does until the
    transaction ends. Whoever takes a key for something at a match does this first, as the express
    way takes keys last: so nobody waits in a circle."""
    _MATCH_LOCKED.first(match_id)


def match_locked_if_free(match_id: str) -> Match | None:
    """The same unless another writer has it now."""
    skip = connection.features.has_select_for_update_skip_locked
    return Match.objects.select_for_update(skip_locked=skip).filter(id=match_id).first()


def status_writing(match: Match) -> Write:
    """What writes that a match has begun or ended; not with the log, whose trigger writes the same
    row."""
    moments = match.started_at, match.finished_at
    return _STATUS.of([(str(match.status), *moments, match.id)])


def match_locked_for(match_id: str, player: Player) -> Match:
    """The same for somebody who must be allowed to know of it."""
    match = match_locked(match_id)
    if not knows_of(match, player):
        raise Unknown("match_not_found")
    return match


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
    """Play a move of a player in a match, or refuse it and change nothing; the caller has locked
    it, or sends what is written only if nobody has changed it since.

    `seats` and `sealed` are its rows and the answers that wait, if the caller has them.
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
    if seat in position.away:
        position = seat_handed_back(match, position, seat, seats)

    if sealed is None:
        sealed = sealed_answers(match, position)
    play = Play(position, sealed, _standing(match, position, seats))
    immediate = play.step(seat, decoded, "player")
    move_counted(bot=False)
    if not immediate:
        receipt = _seal(match, position, seat, decoded)
        return Accepted(position, seat, position.version, receipt, sealed=True)
    play.follow()
    after, entries, writes = play_logging(
        match, position, play, mover=seat, move_key=move_key, seats=seats
    )
    receipt = head_receipt(match, after)
    return Accepted(after, seat, position.version, receipt, False, entries, writes)


def seat_handed_back(
    match: Match, position: Position, seat: Seat, seats: Sequence[SeatRow] | None = None
) -> Position:
    """The owner of a seat plays it again, and no bot for them."""
    play = Play(position, {})
    play.hand_back(seat)
    return play_logged(match, position, play, seats=seats)


def bots_settle(match: Match) -> None:
    """Let bots whose turn it is move, in a match locked by the caller; the rest stays due."""
    position, seats = position_at_head(match), seats_of(match)
    sights = Sights(match)
    for _ in range(BOT_MOVES_AT_ONCE):
        seat = _bot_to_move(position)
        if seat is None:
            break
        sight = sights.of(position, seat)
        chance = fairness.bot_chance(position.server_seed, position.version, seat)
        standing = standing_moves(position, seats)
        play = Play(position, sealed_answers(match, position), standing)
        play.step(seat, position.game.bot(sight, chance), "bot")
        move_counted(bot=True)
        play.follow()
        position = play_logged(match, position, play, mover=seat, seats=seats)
    if _bot_to_move(position) is None:
        due_clear(match, Due.Kind.BOT)
    else:
        due_set(match, Due.Kind.BOT, timezone.now())


def play_logged(
    match: Match,
    position: Position,
    play: Play,
    *,
    mover: Seat | None = None,
    at: datetime | None = None,
    seats: Sequence[SeatRow] | None = None,
) -> Position:
    """Log what was played, with whom it concerns and what the server owes next."""
    logging = play_logging(match, position, play, mover=mover, at=at, seats=seats)
    send(logging.writes)
    return logging.position


def play_logging(
    match: Match,
    position: Position,
    play: Play,
    *,
    mover: Seat | None = None,
    move_key: str | None = None,
    at: datetime | None = None,
    seats: Sequence[SeatRow] | None = None,
) -> Appended:
    """The same for a caller who has more to send with it, and sends it in this transaction.

    `at` is when it happened if that is not now; `seats` are the rows if the caller has them.
    """
    now = at or timezone.now()
    notices = _notices(position, play, mover)
    appended = appending(match, position, play.drafts, at=now, move_key=move_key, notices=notices)
    after = appended.position
    owed: list[Write] = []
    if after.over:
        match.status, match.finished_at = Match.Status.FINISHED, now
        send([status_writing(match), due_setting(match, Due.Kind.COUNT, now)])
        match_count(match, after, seats_of(match) if seats is None else seats)
    elif mover not in after.played_by_bots and _bot_to_move(after) is not None:
        owed.append(due_setting(match, Due.Kind.BOT, now))
    if play.standing:
        seats = seats_of(match) if seats is None else seats
        standing_follow(match, position, after, seats, play.standing, now)
    following = seats_following(match, position, after, now, answers=play.answers, seats=seats)
    return Appended(after, appended.entries, [*following, *appended.writes, *owed])


def question_open_to(position: Position, seat: Seat) -> int | None:
    """The seq of the event that asked this seat, or None when it is not asked."""
    if not position.running or seat in position.gone:
        return None
    second_thoughts = position.game.second_thoughts(position.state)
    if seat in position.awaited or seat in second_thoughts:
        return position.questions[seat]
    return None


def _standing(
    match: Match, position: Position, seats: Sequence[SeatRow] | None
) -> dict[Seat, Move]:
    if not position.game.standing:
        return {}
    return standing_moves(position, seats_of(match) if seats is None else seats)


def head_receipt(match: Match, position: Position) -> dict[str, Any]:
    """The signed statement that this is the head of the match."""
    message = fairness.head_message(match.id, position.version, bytes.fromhex(position.head))
    return {"seq": position.version, "head": position.head} | signing.signed(message)


def seat_played_by(match: Match, position: Position, player: Player) -> Seat:
    """Where a player sits in a match that has begun, unless they have left it."""
    if player.id in position.players:
        seat = position.players.index(player.id)
    else:  # it may have been a guest's, who is this player now; the log does not know
        seat = _seat_taken_over(match, player)
    if not position.players:
        raise Conflict("match_not_started")
    if seat in position.gone:
        raise Forbidden("seat_gone")
    return seat


def _seat_taken_over(match: Match, player: Player) -> Seat:
    number = match.seats.filter(player=player).values_list("number", flat=True).first()
    if number is None:
        raise Forbidden("not_seated")
    return number


def _bot_to_move(position: Position) -> Seat | None:
    if not position.running:
        return None
    asked = position.game.active(position.state)
    return next((seat for seat in asked if seat in position.played_by_bots), None)


def _seal(match: Match, position: Position, seat: Seat, move: Move) -> dict[str, Any]:
    packed = canonical(move)
    asked = position.questions[seat]
    SealedAnswer.objects.create(
        match=match, seat=seat, asked=asked, move=packed.decode(), at=timezone.now()
    )
    match_touched(match)
    digest = sha256(packed).digest()
    message = fairness.sealed_message(match.id, asked, digest)
    return {"asked": asked, "digest": digest.hex()} | signing.signed(message)


def _notices(position: Position, play: Play, mover: Seat | None) -> list[Notice]:
    """Who is to be told: at the end everybody, otherwise those who are newly asked."""
    nobody = position.bots.union(play.gone)
    people = [seat for seat in range(len(position.players)) if seat not in nobody]
    late = [Notice(seat, Outbox.Kind.TIMED_OUT) for seat in play.late]
    if play.finished:
        return [*late, *(Notice(seat, Outbox.Kind.FINISHED) for seat in people)]
    if not play.asked_anew:
        return late
    return late + [
        Notice(seat, Outbox.Kind.YOUR_TURN)
        for seat in play.awaited()
        if seat in people and seat not in position.away and seat != mover
        if not play.answers_at_once(seat)
    ]
