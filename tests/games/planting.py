"""How a leak is planted outside the rules: `evolve` tells somebody, who tells it on."""

from dataclasses import replace
from typing import Any

from games.contract import AnyGame


def in_bot(game: AnyGame, peeping: Any) -> AnyGame:
    """The game with the bot of somebody who has seen too much."""
    return replace(game, evolve=peeping.evolve, bot=peeping.bot)


def in_words(game: AnyGame, peeping: Any, word: str) -> AnyGame:
    """The game with one of its words said by such a one."""
    words = game.words._replace(**{word: getattr(peeping, word)})
    return replace(game, evolve=peeping.evolve, words=words)
