"""How a leak is planted: outside the rules, where `evolve` tells somebody who tells it on, or in
what events say of themselves."""

from dataclasses import replace
from typing import Any

from games.chance import Chance
from games.contract import AnyGame, Seat


def in_bot(game: AnyGame, peeping: Any) -> AnyGame:
    """The game with the bot of somebody who has seen too much."""
    return replace(game, evolve=peeping.evolve, bot=peeping.bot)


def in_words(game: AnyGame, peeping: Any, word: str) -> AnyGame:
    """The game with one of its words said by such a one."""
    words = game.words._replace(**{word: getattr(peeping, word)})
    return replace(game, evolve=peeping.evolve, words=words)


def lasting(game: AnyGame, kind: type[Any], lasting_kind: type[Any]) -> AnyGame:
    """The game with events of which not all is said to fade."""

    def recast(event: Any, to: type[Any]) -> Any:
        return to(*(getattr(event, name) for name in event.__struct_fields__))

    def decide(state: Any, seat: Seat, move: Any, chance: Chance) -> Any:
        events = game.decide(state, seat, move, chance)
        return [recast(event, lasting_kind) if type(event) is kind else event for event in events]

    def evolve(state: Any, event: Any) -> Any:
        return game.evolve(state, recast(event, kind) if type(event) is lasting_kind else event)

    return replace(game, decide=decide, evolve=evolve)
