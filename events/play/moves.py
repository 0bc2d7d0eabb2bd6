"""Moves of players: played at once, or sealed as an early answer."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from events.database.statements import Write, write_all
from events.errors import Conflict, Forbidden
from events.idempotency import MoveSummary
from events.log import fairness, receipts
from events.log.append import Entry
from events.log.position import Position, position_at_head
from events.metrics import move_count
from events.models import Match, Player
from events.models import Seat as SeatRow
from events.play.decide import Turn
from events.play.turn_log import turn_log_write
from events.seats.rows import seats_of
from events.seats.sealed_answers import seal, sealed_answers
from events.seats.standing_answers import standing_moves
from events.work.publish import match_touch
from games.codec import decode_move
from games.contract import IllegalMove, Move, Seat


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
