"""The bots of Ciao, ciao… that are more than another one with mistakes, by version and level."""

from games.chance import Chance
from games.ciaociao import duel, several
from games.ciaociao.bot import bot as heuristic
from games.ciaociao.events import AnyEvent
from games.ciaociao.moves import AnyMove
from games.ciaociao.view import View
from games.contract import Sight


def strongest(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """Play the solution of the match of two seats."""
    bot = duel.bot if len(sight.view.players) == 2 else heuristic
    return bot(sight, chance)


def at_any_table(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """Play the solution at two seats, and what promises most at larger tables."""
    bot = duel.bot if len(sight.view.players) == 2 else several.strongest
    return bot(sight, chance)


BOTS = {
    1: {4: heuristic, 5: strongest},
    2: {4: heuristic, 5: at_any_table},
}
