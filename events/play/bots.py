"""The turns of bots, played by a worker."""

from django.utils import timezone

from events.log import fairness
from events.log.position import position_at_head
from events.log.read import Sights
from events.metrics import move_count
from events.models import Due, Match
from events.play.decide import Turn
from events.play.turn_log import bot_to_move, turn_log
from events.seats.rows import seats_of
from events.seats.sealed_answers import sealed_answers
from events.seats.standing_answers import standing_moves
from events.work.due import due_clear, due_set

BOT_MOVES_AT_ONCE = 20
"""In one transaction, so that others do not wait long for the match's lock, or for SQLite."""


def bots_settle(match: Match) -> None:
    """Play the moves of bots in turn, in a match locked by the caller; the rest stays due."""
    position, seats = position_at_head(match), seats_of(match)
    sights = Sights(match)
    for _ in range(BOT_MOVES_AT_ONCE):
        seat = bot_to_move(position)
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
    if bot_to_move(position) is None:
        due_clear(match, Due.Kind.BOT)
    else:
        due_set(match, Due.Kind.BOT, timezone.now())
