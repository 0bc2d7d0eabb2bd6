"""The turns of bots, played by a worker of their own queue."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from events.log import fairness
from events.log.position import position_at_head
from events.log.read import Sights
from events.metrics import move_count
from events.models import Due, Match
from events.play.decide import Turn
from events.play.timeouts import clock_settle
from events.play.turn_log import bot_to_move, turn_log
from events.seats.locks import match_lock, match_lock_if_free
from events.seats.rows import seats_of
from events.seats.sealed_answers import sealed_answers
from events.seats.standing_answers import standing_moves
from events.work.due import due_clear, due_set
from games.contract import Move, Seat

BOT_MOVES_AT_ONCE = 20
"""Then another match has its turn."""


@dataclass(frozen=True)
class _Decision:
    """The move of a bot at a version of its match; None if no bot is to move."""

    version: int
    move: tuple[Seat, Move] | None


def bots_play(match_id: str, *, wait: bool = True) -> bool:
    """Play the moves of bots in turn; what is left after BOT_MOVES_AT_ONCE stays due.

    A bot decides before its match is locked: no player, and on SQLite no other writer, waits for
    its thought. With `wait=False`, leave a match that another transaction has locked and return
    False.
    """
    match = Match.objects.get(id=match_id)
    sights = Sights(match)
    for _ in range(BOT_MOVES_AT_ONCE):
        decision = _decide(match, sights)
        with transaction.atomic():
            locked = match_lock(match_id) if wait else match_lock_if_free(match_id)
            if locked is None:
                return False
            _play(locked, decision)
            if _is_settled(locked):
                return True
        match = locked
    due_set(match, Due.Kind.BOT, timezone.now())
    return True


def _decide(match: Match, sights: Sights) -> _Decision:
    position = position_at_head(match)
    seat = bot_to_move(position)
    if seat is None:
        return _Decision(position.version, None)
    chance = fairness.bot_chance(position.key, position.version, seat)
    return _Decision(
        position.version, (seat, position.bot(seat)(sights.of(position, seat), chance))
    )


def _play(match: Match, decision: _Decision) -> None:
    """Log a decided move, unless the match has gone on since."""
    clock_settle(match)
    position = position_at_head(match)
    if decision.move is None or position.version != decision.version:
        return
    seat, move = decision.move
    seats = seats_of(match)
    play = Turn(position, sealed_answers(match, position), standing_moves(position, seats))
    play.step(seat, move, "bot")
    move_count(bot=True)
    play.follow()
    turn_log(match, position, play, mover=seat, seats=seats)


def _is_settled(match: Match) -> bool:
    """Whether no bot is to move now; then nothing of it is due."""
    if bot_to_move(position_at_head(match)) is not None:
        return False
    due_clear(match, Due.Kind.BOT)
    return True
