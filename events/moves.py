"""Playing a match: a person's move, a bot's, and early answers."""

from hashlib import sha256
from typing import Any

import msgspec
from django.db import connection
from django.utils import timezone
from msgspec import Struct

from events import fairness, signing
from events.append import Notice, append
from events.due import due_clear, due_set
from events.feed import Sights
from events.models import Due, Match, Outbox, Player, SealedAnswer
from events.play import Play
from events.position import Position, position_at_head
from events.refusals import Conflict, Forbidden, Unknown
from events.rows import Rows
from events.seats import seats_follow
from games.codec import canonical, decode_move
from games.contract import IllegalMove, Move, Seat

BOT_MOVES_AT_ONCE = 20
"""In one transaction, so that nobody waits long for the match, or for SQLite."""


_MATCH_LOCKED = Rows(Match, "id = %s", locked=True)


class Accepted(Struct, frozen=True):
    """What a move came to: the log from `before` on, or a sealed answer; and its receipt."""

    position: Position
    seat: Seat
    before: int
    receipt: dict[str, Any]
    sealed: bool


def match_locked(match_id: str) -> Match:
    """The match, with no other writer until the transaction ends."""
    match = _MATCH_LOCKED.first(match_id)
    if match is None:
        raise Unknown("match_not_found")
    return match


def match_locked_if_free(match_id: str) -> Match | None:
    """The same unless another writer has it now."""
    skip = connection.features.has_select_for_update_skip_locked
    return Match.objects.select_for_update(skip_locked=skip).filter(id=match_id).first()


def match_locked_for(match_id: str, player: Player) -> Match:
    """The same for somebody who must be allowed to know of it."""
    match = match_locked(match_id)
    if match.visibility == Match.Visibility.PRIVATE and not (
        match.seats.filter(player=player).exists()
    ):
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
) -> Accepted:
    """Play a move of a player in a match locked by the caller, or refuse it and change nothing."""
    position = position_at_head(match)
    seat = _seat_of(position, player)
    decoded = decode_move(position.game, move)
    if expected_version is not None and expected_version != position.version:
        raise Conflict("stale_version", current_version=position.version)
    if expected_asked is not None and expected_asked != question_open_to(position, seat):
        raise Conflict("question_closed", current_version=position.version)
    if position.over:
        raise IllegalMove("match_over")

    play = Play(position, sealed_answers(match, position))
    if not play.step(seat, decoded, "player"):
        receipt = _seal(match, position, seat, decoded)
        return Accepted(position, seat, position.version, receipt, sealed=True)
    play.follow()
    after = play_logged(match, position, play, mover=seat, move_key=move_key)
    return Accepted(after, seat, position.version, head_receipt(match, after), sealed=False)


def bots_settle(match: Match) -> None:
    """Let bots whose turn it is move, in a match locked by the caller; the rest stays due."""
    position = position_at_head(match)
    sights = Sights(match)
    for _ in range(BOT_MOVES_AT_ONCE):
        seat = _bot_to_move(position)
        if seat is None:
            break
        sight = sights.of(position, seat)
        chance = fairness.bot_chance(position.server_seed, position.version, seat)
        play = Play(position, sealed_answers(match, position))
        play.step(seat, position.game.bot(sight, chance), "bot")
        play.follow()
        position = play_logged(match, position, play, mover=seat)
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
    move_key: str | None = None,
) -> Position:
    """Log what was played, with whom it concerns and what the server owes next."""
    now = timezone.now()
    notices = _notices(position, play, mover)
    after = append(match, position, play.drafts, at=now, move_key=move_key, notices=notices)
    seats_follow(match, position, after, now)
    if after.over:
        match.status, match.finished_at = Match.Status.FINISHED, now
        match.save(update_fields=["status", "finished_at"])
    elif mover not in after.bots and _bot_to_move(after) is not None:
        due_set(match, Due.Kind.BOT, now)
    return after


def question_open_to(position: Position, seat: Seat) -> int | None:
    """The seq of the event that asked this seat, or None when it is not asked."""
    if not position.running:
        return None
    second_thoughts = position.game.second_thoughts(position.state)
    if seat in position.awaited() or seat in second_thoughts:
        return position.questions[seat]
    return None


def sealed_answers(match: Match, position: Position) -> dict[Seat, Move]:
    """The early answers to the question now open: the last one of each seat."""
    if not position.running or not position.game.early(position.state):
        return {}
    rows = SealedAnswer.objects.filter(match=match, asked__in=position.questions).order_by("id")
    return {
        seat: decode_move(position.game, msgspec.json.decode(move))
        for seat, asked, move in rows.values_list("seat", "asked", "move")
        if asked == position.questions[seat]
    }


def head_receipt(match: Match, position: Position) -> dict[str, Any]:
    """The signed statement that this is the head of the match."""
    message = fairness.head_message(match.id, position.version, bytes.fromhex(position.head))
    return {"seq": position.version, "head": position.head} | signing.signed(message)


def _seat_of(position: Position, player: Player) -> Seat:
    if not position.players:
        raise Conflict("match_not_started")
    if player.id not in position.players:
        raise Forbidden("not_seated")
    return position.players.index(player.id)


def _bot_to_move(position: Position) -> Seat | None:
    if not position.running:
        return None
    asked = position.game.active(position.state)
    return next((seat for seat in asked if seat in position.bots), None)


def _seal(match: Match, position: Position, seat: Seat, move: Move) -> dict[str, Any]:
    packed = canonical(move)
    asked = position.questions[seat]
    SealedAnswer.objects.create(
        match=match, seat=seat, asked=asked, move=packed.decode(), at=timezone.now()
    )
    digest = sha256(packed).digest()
    message = fairness.sealed_message(match.id, asked, digest)
    return {"asked": asked, "digest": digest.hex()} | signing.signed(message)


def _notices(position: Position, play: Play, mover: Seat | None) -> list[Notice]:
    """Who is to be told: at the end everybody, otherwise those who are newly asked."""
    people = [seat for seat in range(len(position.players)) if seat not in position.bots]
    if play.finished:
        return [Notice(position.players[seat], Outbox.Kind.FINISHED) for seat in people]
    if not play.asked_anew:
        return []
    return [
        Notice(position.players[seat], Outbox.Kind.YOUR_TURN)
        for seat in play.awaited()
        if seat in people and seat != mover
    ]
