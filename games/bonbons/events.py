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
    side: int
    tiles: int
    memory: Memory
    removed: tuple[Candy, ...]
    first: Seat
    squares: Secret[tuple[Face, ...]] = HIDDEN
    rounds: Secret[tuple[Face, ...]] = HIDDEN


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A turn begins."""

    asks = True
    opens_turn = True

    seat: Seat


class SquareTurned(Event, frozen=True, tag="square_turned"):
    """A square was turned up for all to see: a candy or a coin (B5, B10)."""

    asks = True
    fades = ("square", "face")

    seat: Seat
    square: Secret[int] = HIDDEN
    face: Secret[Face] = HIDDEN


class RoundTurned(Event, frozen=True, tag="round_turned"):
    """A round tile was turned up for all to see (B5)."""

    asks = True
    fades = ("owner", "slot", "tile", "face")

    seat: Seat
    owner: Secret[Seat] = HIDDEN
    slot: Secret[int] = HIDDEN
    tile: Secret[int] = HIDDEN
    face: Secret[Face] = HIDDEN


class WrapperFound(Event, frozen=True, tag="wrapper_found"):
    """The empty wrapper was turned up, for good; its finder got one more tile, if one was left in
    the stock (B11)."""

    asks = True

    seat: Seat
    square: int
    slot: int | None = None
    tile: int | None = None


class PairFound(Event, frozen=True, tag="pair_found"):
    """A square and one of the player's own tiles are the same; the player may go on (B7)."""

    asks = True
    settles = True

    seat: Seat
    square: int
    slot: int
    tile: int
    face: Face


class CandyStolen(Event, frozen=True, tag="candy_stolen"):
    """A square and an opponent's tile are the same; the player is to give a tile for it (B8)."""

    asks = True
    settles = True

    seat: Seat
    square: int
    owner: Seat
    slot: int
    tile: int
    face: Face


class TileGiven(Event, frozen=True, tag="tile_given"):
    """The thief gave an own tile for the stolen one: they changed places; the thief may go on (B8,
    B31)."""

    asks = True

    seat: Seat
    slot: int
    tile: int
    to: Seat
    to_slot: int


class CoinsFound(Event, frozen=True, tag="coins_found"):
    """All three coins are up; the player is to cover a tile with them (B10)."""

    asks = True
    settles = True

    seat: Seat
    squares: tuple[int, ...]


class TileCovered(Event, frozen=True, tag="tile_covered"):
    """The coins left the grid and lie on one of the player's tiles (B10)."""

    seat: Seat
    slot: int
    tile: int


class AttemptFailed(Event, frozen=True, tag="attempt_failed"):
    """No pair, or a coin and something else: these went face down again (B9–B12)."""

    hides = True
    fades = ("squares", "tiles")

    seat: Seat
    squares: Secret[tuple[int, ...]] = HIDDEN
    tiles: Secret[tuple[int, ...]] = HIDDEN


class TurnStopped(Event, frozen=True, tag="turn_stopped"):
    """The player left it at that; the squares of this go went face down again (B6, B10)."""

    hides = True
    fades = ("squares",)

    seat: Seat
    squares: Secret[tuple[int, ...]] = HIDDEN


class RowCompleted(Event, frozen=True, tag="row_completed"):
    """A player has no tile face down any more and wins (B20)."""

    seat: Seat


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
