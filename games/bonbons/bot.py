"""A sensible player of Bonbons: it forgets nothing that was shown, takes what it knows to be a
pair, and looks for more where the odds are best.

Its own pairs come first, then thefts, then the coins. Looking for something new it turns up
whatever is most likely to go with a tile it knows, and it would rather stop than show the others
something for a small chance.
"""

from typing import Final

from games.bonbons.candies import COIN
from games.bonbons.events import AnyEvent
from games.bonbons.known import ALL_COINS, Known, any_of
from games.bonbons.moves import AnyMove, Cover, FlipRound, FlipSquare, Give, Stop
from games.bonbons.view import View
from games.chance import Chance
from games.contract import Sight

WORTH_A_GO: Final = 0.2
WORTH_A_TILE: Final = 0.12
"""How likely success must be for another go, or for another tile in this one."""


def bot(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """A legal move from the seat's sight alone."""
    table = Known(sight.view, sight.seat)
    match sight.view.phase:
        case "give":
            return Give(_least_useful(table, chance))
        case "cover":
            return Cover(_hardest_to_find(table, chance))
        case "more":
            return _go_on(table, chance)
        case phase:
            return _begin(table, chance, may_stop=phase == "further")


def _begin(table: Known, chance: Chance, may_stop: bool) -> AnyMove:
    pairs = [
        (place, table.squares[face]) for face, place in table.tiles.items() if face in table.squares
    ]
    if pairs:
        _, square = min(pairs, key=lambda pair: (pair[0][0] != table.seat, table.left[pair[0][0]]))
        return FlipSquare(square)
    if len(table.coins) == ALL_COINS:
        return FlipSquare(table.coins[0])
    by_tile, by_square = table.odds_of_a_tile(), table.odds_of_a_square()
    if may_stop and max(by_tile, by_square) < WORTH_A_GO:
        return Stop()
    return table.some_tile(chance) if by_tile > by_square else table.some_square(chance)


def _go_on(table: Known, chance: Chance) -> AnyMove:
    if table.shown_tile is not None:
        square = table.squares.get(table.shown_tile)
        return table.some_square(chance) if square is None else FlipSquare(square)
    if not table.shown:  # the wrapper
        return Stop()
    if COIN in table.shown:
        return _look_for_coins(table, chance)
    wanted = table.tiles.get(table.shown[0])
    if wanted is not None:
        return FlipRound(*wanted)
    possible = table.unknown_tiles and table.shown[0] not in table.out_of_play
    if possible and 1 / table.unseen >= WORTH_A_TILE:
        return table.some_tile(chance)
    return Stop()


def _look_for_coins(table: Known, chance: Chance) -> AnyMove:
    missing = ALL_COINS - len(table.shown) - len(table.coins)
    if missing == 0 or (missing == 1 and 1 / len(table.unknown_squares) >= WORTH_A_TILE):
        return FlipSquare(table.coins[0]) if table.coins else table.some_square(chance)
    return Stop()


def _least_useful(table: Known, chance: Chance) -> int:
    """An own tile that is not known, or else one whose square is not."""
    unknown = [slot for slot, face in table.own.items() if face is None]
    no_pair = [slot for slot, face in table.own.items() if face not in table.squares]
    return any_of(unknown or no_pair or list(table.own), chance)


def _hardest_to_find(table: Known, chance: Chance) -> int:
    """The own tile that is least likely to be found soon."""
    of_a_tile = table.odds_of_a_tile()
    of_a_square = 1 / max(1, len(table.unknown_squares))

    def odds(slot: int) -> float:
        face = table.own[slot]
        if face is None:
            return of_a_tile
        return 1.0 if face in table.squares else of_a_square

    return min(table.own, key=odds)
