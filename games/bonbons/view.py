"""The table of Bonbons as it is shown to somebody.

A face is there when it can be read: it lies open, or it was shown and has not faded yet. So a tile
that is `down` and has a face is one whose face the viewer remembers.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from games.bonbons.candies import Candy, Face
from games.bonbons.moves import Memory
from games.contract import HIDDEN, Seat, Secret

Phase: TypeAlias = Literal["start", "further", "more", "give", "cover", "between", "over"]
"""What the match waits for.

more: something has been turned up in this go, and something else may or must follow
"""
SquareLies: TypeAlias = Literal["down", "shown", "open", "gone"]
"""How a square lies.

down: face down
shown: turned up in this go
open: face up for good
gone: a coin that left the grid
"""
TileLies: TypeAlias = Literal["down", "shown", "open", "covered"]
"""How a round tile lies.

down: face down
shown: turned up in this go
open: found, face up for good
covered: found, under the three coins
"""


class Square(Struct, frozen=True):
    """One place of the grid."""

    lies: SquareLies
    """How the square lies."""
    face: Secret[Face] = HIDDEN
    """What it shows or showed; absent if you may not know it or it has faded."""


class Tile(Struct, frozen=True):
    """One round tile in front of a player."""

    tile: int
    """Its number, by which it can be followed (B31)."""
    lies: TileLies
    """How the tile lies."""
    face: Secret[Face] = HIDDEN
    """What it shows or showed; absent if you may not know it or it has faded."""


class View(Struct, frozen=True, tag_field="game", tag="bonbons"):
    """All that a viewer may see now."""

    memory: Memory
    """Whether faces that were turned down again fade."""
    side: int
    """The number of squares in a row and in a column of the grid."""
    removed: tuple[Candy, ...]
    """The candies that are not used in this match."""
    squares: tuple[Square, ...]
    """The squares of the grid, row by row."""
    rows: tuple[tuple[Tile, ...], ...]
    """The round tiles of each seat, by slot."""
    stock: int
    """How many round tiles are set aside."""
    phase: Phase
    """What the match waits for."""
    turn: Seat
    """The seat whose turn it is."""
