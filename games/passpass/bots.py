"""The bots of Pass Pass by version and level.

From version 2 on, the strongest compares its moves over deals that it cannot exclude, each played
to the end of the round (`worlds.py`).
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from games.chance import Chance
from games.contract import HIDDEN, Bot, Level, Sight
from games.passpass.bot import bot as rules_of_thumb
from games.passpass.events import AnyEvent
from games.passpass.moves import AnyMove, Play, Take, TakeTwo
from games.passpass.trick import lowest_pairs
from games.passpass.view import View
from games.passpass.worlds import NUMBER, Manner, Noise, Round, World

T = TypeVar("T")


def searching(manner: Manner) -> Bot[View, AnyEvent, AnyMove]:
    """Return the bot that compares its moves over as many deals and tricks as that."""

    def play(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
        view, seat = sight.view, sight.seat
        if view.phase not in ("play", "take", "take_two"):
            return rules_of_thumb(sight, chance)
        table, noise = Round(view, seat, manner), Noise(chance)

        def best(moves: tuple[T, ...], worth: Callable[[World, T], float]) -> T:
            totals = [0.0] * len(moves)
            for _ in range(manner.worlds if len(moves) > 1 else 0):
                world = table.world(noise)
                for place, move in enumerate(moves):
                    totals[place] += worth(world, move)
            return moves[totals.index(max(totals))]

        if view.phase == "play":
            assert view.hand is not HIDDEN
            return Play(best(view.hand, lambda world, card: table.after_play(world, NUMBER[card])))
        if view.phase == "take":
            cards = tuple(played.card for played in view.trick)
            one, two = view.winners
            return Take(
                best(cards, lambda world, card: table.after_take(world, NUMBER[card], one, two))
            )
        return TakeTwo(
            best(
                lowest_pairs(view.left),
                lambda world, pair: table.after_pair(world, [NUMBER[card] for card in pair], seat),
            )
        )

    return play


BOTS: Final[Mapping[int, Mapping[Level, Bot[View, AnyEvent, AnyMove]]]] = {
    1: {5: rules_of_thumb},
    2: {
        1: searching(Manner(1, 1, collects=False)),
        2: searching(Manner(1, 1)),
        3: searching(Manner(2, 3)),
        4: searching(Manner(12)),
        5: searching(Manner(40)),
    },
}
