"""The board as plain text for one viewer, with the viewer's legal moves."""

from typing import Any

from django.utils import timezone

from events.log.envelope import timestamp
from events.log.position import position_at_head
from events.models import Match
from events.play.moves import question_open_to
from events.selectors.match import open_choices
from events.selectors.recap import names_at
from games.choices import expand
from games.codec import decode_move
from games.contract import AnyGame, Viewer


def board_json(match: Match, viewer: Viewer, *, language: str) -> dict[str, Any]:
    """Return the board as text and the legal moves with labels; neither before the match begins."""
    position = position_at_head(match)
    board = None
    if position.players:
        text = position.game.words.board(position.view(viewer), names_at(match))
        board = text.within(language)
    moves = [move for entry in open_choices(position, viewer) for move in expand(entry)]
    return {
        "version": position.version,
        "asked": question_open_to(position, viewer),
        "board": board,
        "moves": [{"move": move, "label": _label(position.game, move, language)} for move in moves],
        "server_time": timestamp(timezone.now()),
    }


def _label(game: AnyGame, move: dict[str, Any], language: str) -> str:
    return game.words.move(decode_move(game, move)).within(language)
