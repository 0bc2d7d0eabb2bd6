"""A match in words: the table as one viewer may see it, and what they can do."""

from typing import Any

from django.utils import timezone

from events.models import Match
from events.moves import question_open_to
from events.position import position_at_head
from events.recap import names_at
from events.record import timestamp
from events.shown import choices_of
from games.choices import expand
from games.codec import decode_move
from games.contract import AnyGame, Viewer


def match_described(match: Match, viewer: Viewer, *, language: str) -> dict[str, Any]:
    """The board as text and every legal move with its name; neither before the match has begun."""
    position = position_at_head(match)
    board = None
    if position.players:
        told = position.game.words.board(position.view(viewer), names_at(match))
        board = told.within(language)
    moves = [move for entry in choices_of(position, viewer) for move in expand(entry)]
    return {
        "version": position.version,
        "asked": question_open_to(position, viewer),
        "board": board,
        "moves": [{"move": move, "label": _label(position.game, move, language)} for move in moves],
        "server_time": timestamp(timezone.now()),
    }


def _label(game: AnyGame, move: dict[str, Any], language: str) -> str:
    return game.words.move(decode_move(game, move)).within(language)
