"""What can happen in Bonbons.

What was turned up and down again fades, and so does where that was: only a coin lets somebody turn
another square, so the places alone would tell the coins (B30).

A round tile has a number by which it can be followed wherever it goes (B31): in the order of the
deal, seat 0's tiles first, then those set aside.
"""

from typing import TypeAlias

from games.bonbons.candies import Candy, Face
from games.bonbons.moves import Memory
from games.contract import HIDDEN, Event, Seat, Secret


class CandiesLaid(Event, frozen=True, tag="candies_laid"):
    """The table is set: squares in a grid, `tiles` round tiles for each seat, the rest set aside;
    nobody has seen any of them (B1–B4)."""

    seats: int
    """The number of seats."""
    side: int
    """The number of squares in a row and in a column of the grid."""
    tiles: int
    """How many round tiles each seat gets."""
    memory: Memory
    """Whether faces that were turned down again fade."""
    removed: tuple[Candy, ...]
    """The candies that are not used in this match."""
    first: Seat
    """The seat that begins."""
    squares: Secret[tuple[Face, ...]] = HIDDEN
    """The faces of the squares, row by row; hidden until the match is over."""
    rounds: Secret[tuple[Face, ...]] = HIDDEN
    """The faces of the round tiles, by number; hidden until the match is over."""


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A turn begins."""

    asks = True
    opens_turn = True

    seat: Seat
    """The seat whose turn begins."""


class SquareTurned(Event, frozen=True, tag="square_turned"):
    """A square was turned up for all to see: a candy or a coin (B5, B10)."""

    asks = True
    fades = ("square", "face")

    seat: Seat
    """The seat that turned it up."""
    square: Secret[int] = HIDDEN
    """The square, counted row by row from 0; absent once it has faded."""
    face: Secret[Face] = HIDDEN
    """What the square shows; absent once it has faded."""


class RoundTurned(Event, frozen=True, tag="round_turned"):
    """A round tile was turned up for all to see (B5)."""

    asks = True
    fades = ("owner", "slot", "tile", "face")

    seat: Seat
    """The seat that turned it up."""
    owner: Secret[Seat] = HIDDEN
    """The seat in front of which the tile lies; absent once it has faded."""
    slot: Secret[int] = HIDDEN
    """The place of the tile in its row, from 0; absent once it has faded."""
    tile: Secret[int] = HIDDEN
    """The number of the tile; absent once it has faded."""
    face: Secret[Face] = HIDDEN
    """What the tile shows; absent once it has faded."""


class WrapperFound(Event, frozen=True, tag="wrapper_found"):
    """The empty wrapper was turned up, for good; its finder got one more tile, if one was left in
    the stock (B11)."""

    asks = True

    seat: Seat
    """The seat that found it."""
    square: int
    """The square of the wrapper, counted row by row from 0."""
    slot: int | None = None
    """The place in its row that the additional tile got; null if no tile was left."""
    tile: int | None = None
    """The number of the additional tile; null if no tile was left."""


class PairFound(Event, frozen=True, tag="pair_found"):
    """A square and one of the player's own tiles are the same; the player may go on (B7)."""

    asks = True
    settles = True

    seat: Seat
    """The seat that found the pair."""
    square: int
    """The square, counted row by row from 0."""
    slot: int
    """The place of the tile in the seat's row, from 0."""
    tile: int
    """The number of the tile."""
    face: Face
    """What both show."""


class CandyStolen(Event, frozen=True, tag="candy_stolen"):
    """A square and an opponent's tile are the same; the player is to give a tile for it (B8)."""

    asks = True
    settles = True

    seat: Seat
    """The seat that steals."""
    square: int
    """The square, counted row by row from 0."""
    owner: Seat
    """The seat that the tile is stolen from."""
    slot: int
    """The place of the tile in the owner's row, from 0."""
    tile: int
    """The number of the tile."""
    face: Face
    """What square and tile show."""


class TileGiven(Event, frozen=True, tag="tile_given"):
    """The thief gave an own tile for the stolen one: they changed places; the thief may go on (B8,
    B31)."""

    asks = True

    seat: Seat
    """The seat that gives the tile."""
    slot: int
    """The place in its row that the tile comes from, from 0."""
    tile: int
    """The number of the tile."""
    to: Seat
    """The seat that gets the tile."""
    to_slot: int
    """The place in the other row that the tile goes to, from 0."""


class CoinsFound(Event, frozen=True, tag="coins_found"):
    """All three coins are up; the player is to cover a tile with them (B10)."""

    asks = True
    settles = True

    seat: Seat
    """The seat that found them."""
    squares: tuple[int, ...]
    """The three squares of the coins, counted row by row from 0."""


class TileCovered(Event, frozen=True, tag="tile_covered"):
    """The coins left the grid and lie on one of the player's tiles (B10)."""

    seat: Seat
    """The seat that covers a tile of its own."""
    slot: int
    """The place of the tile in its row, from 0."""
    tile: int
    """The number of the tile."""


class AttemptFailed(Event, frozen=True, tag="attempt_failed"):
    """No pair, or a coin and something else: these went face down again (B9–B12)."""

    hides = True
    fades = ("squares", "tiles")

    seat: Seat
    """The seat that failed."""
    squares: Secret[tuple[int, ...]] = HIDDEN
    """The squares that went face down; absent once they have faded."""
    tiles: Secret[tuple[int, ...]] = HIDDEN
    """The numbers of the tiles that went face down; absent once they have faded."""


class TurnStopped(Event, frozen=True, tag="turn_stopped"):
    """The player left it at that; the squares of this go went face down again (B6, B10)."""

    hides = True
    fades = ("squares",)

    seat: Seat
    """The seat that stopped."""
    squares: Secret[tuple[int, ...]] = HIDDEN
    """The squares that went face down; absent once they have faded."""


class RowCompleted(Event, frozen=True, tag="row_completed"):
    """A player has no tile face down any more and wins (B20)."""

    seat: Seat
    """The seat that wins."""


AnyEvent: TypeAlias = (
    CandiesLaid
    | TurnPassed
    | SquareTurned
    | RoundTurned
    | WrapperFound
    | PairFound
    | CandyStolen
    | TileGiven
    | CoinsFound
    | TileCovered
    | AttemptFailed
    | TurnStopped
    | RowCompleted
)
