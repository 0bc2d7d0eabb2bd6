"""The bots of a game by version and level: every game has five, whatever it brings itself."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from games.chance import Chance
from games.codec import any_move
from games.contract import LEVELS, AnyGame, Bot, Character, Level, Sight, Text

AnyBot: TypeAlias = Bot[Any, Any, Any]

MISTAKES: Final = (0, 30, 56, 80, 100)
"""The percentage of moves played at random, by the number of levels below the bot that is used."""

CHARACTERS: Final = (
    Character("Lulu", Text("Joue presque au hasard.", "Plays almost at random."), "#8a6d3b"),
    Character("Basile", Text("Se trompe souvent.", "Is often wrong."), "#2f7d5b"),
    Character("Nour", Text("Se trompe parfois.", "Is sometimes wrong."), "#2b6cb0"),
    Character("Mathilde", Text("Se trompe rarement.", "Is rarely wrong."), "#8e3b8a"),
    Character("Ophélie", Text("Joue au mieux.", "Plays her best."), "#a8323e"),
)


def version_of(game: AnyGame) -> int:
    """Return the version of the bots that new matches get."""
    return max(_versions(game))


def has_version(game: AnyGame, version: int | None) -> bool:
    """Whether the moves of these bots can be computed; None stands for the bot before levels."""
    return version is None or version in _versions(game)


@cache
def bot_of(game: AnyGame, version: int | None, level: Level) -> AnyBot:
    """Return the bot of a version and level; raises LookupError if there is no such version."""
    if version is None:
        return game.bot
    own = _versions(game)[version]
    used = min(having for having in own if having >= level)
    return _mistaken(game, own[used], MISTAKES[used - level]) if used > level else own[used]


def character(game: AnyGame, level: Level) -> Character:
    """Return who plays a game at a level."""
    return (game.words.characters or CHARACTERS)[level - LEVELS[0]]


def _versions(game: AnyGame) -> Mapping[int, Mapping[Level, AnyBot]]:
    return game.bots or {1: {LEVELS[-1]: game.bot}}


def _mistaken(game: AnyGame, bot: AnyBot, percentage: int) -> AnyBot:
    def play(sight: Sight[Any, Any], chance: Chance) -> Any:
        if chance.below(100, "bot") < percentage:
            return any_move(game, sight.choices, chance)
        return bot(sight, chance)

    return play
