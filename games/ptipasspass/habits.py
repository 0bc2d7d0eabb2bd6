"""Players of PtiPassPass by rules of thumb (`bot.py`), each with habits of its own."""

from typing import Final, NamedTuple

from msgspec.structs import replace

from games.chance import Chance
from games.contract import Bot, Sight
from games.ptipasspass.bot import FORGOTTEN, played, touched
from games.ptipasspass.events import AnyEvent
from games.ptipasspass.imagined import lift_ways
from games.ptipasspass.moves import AnyMove, CallLiar, Lift, SayOk
from games.ptipasspass.view import View

HUNDRED: Final = 100


class Habits(NamedTuple):
    """What a player does now and then; percentages but for lies."""

    forgets: int
    """How many of the cups it forgets that were not touched for a turn of the table."""
    lies: int
    """It lies once in so many announcements."""
    accuses: int = 0
    """How often it calls “Menteur!” on an impulse."""
    guesses: int = 0
    """How often it lifts any line."""


def habitual(habits: Habits) -> Bot[View, AnyEvent, AnyMove]:
    """Return the bot with these habits."""

    def play(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
        def happens(percentage: int) -> bool:
            return chance.below(HUNDRED, "bot") < percentage

        view = sight.view
        if view.phase == "lift" and happens(habits.guesses):
            ways = lift_ways(len(view.players))
            way = ways[chance.below(len(ways), "bot")]
            return Lift(way.line, way.swap)
        lately = touched(sight.seen, len(view.players))
        cups = [
            FORGOTTEN if number not in lately and happens(habits.forgets) else cup
            for number, cup in enumerate(view.cups)
        ]
        move = played(replace(view, cups=tuple(cups)), sight, chance, habits.lies)
        may_accuse = any(choice.type == "liar" for choice in sight.choices)
        if isinstance(move, SayOk) and may_accuse and happens(habits.accuses):
            return CallLiar()
        return move

    return play
