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
"""`more`: something has been turned up in this go, and something else may or must follow."""


class Square(Struct, frozen=True):
    """One place of the grid."""

    lies: Literal["down", "shown", "open", "gone"]
    """`shown`: turned up in this go; `open`: for good; `gone`: a coin that left the grid."""
    face: Secret[Face] = HIDDEN


class Tile(Struct, frozen=True):
    """One round tile in front of a player."""

    tile: int
    """Its number, by which it can be followed (B31)."""
    lies: Literal["down", "shown", "open", "covered"]
    face: Secret[Face] = HIDDEN


class View(Struct, frozen=True, tag_field="game", tag="bonbons"):
    """All that a viewer may see now."""

    memory: Memory
    side: int
    removed: tuple[Candy, ...]
    squares: tuple[Square, ...]
    """Row by row."""
    rows: tuple[tuple[Tile, ...], ...]
    """The round tiles of each seat, by slot."""
    stock: int
    """How many round tiles are set aside."""
    phase: Phase
    turn: Seat
