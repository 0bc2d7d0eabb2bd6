"""What a player can ask for in Bonbons, and the options of a match."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from games.contract import Move

Slot: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
"""Four tiles each, and one more for whoever finds the empty wrapper (B2, B11)."""
Memory: TypeAlias = Literal["table", "open"]
"""Whether a face that was turned down again can still be read."""


class FlipSquare(Move, frozen=True, tag="flip_square"):
    """Turn up a square of the grid (B5)."""

    square: Annotated[int, Meta(ge=0, le=35)]
    """The square, counted row by row from 0."""


class FlipRound(Move, frozen=True, tag="flip_round"):
    """Turn up a round tile, one's own or an opponent's (B5)."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    """The seat in front of which the tile lies."""
    slot: Slot
    """The place of the tile in that seat's row, from 0."""


class Stop(Move, frozen=True, tag="stop"):
    """Leave it at that; what was turned up in this go goes down again (B4a, B6)."""


class Give(Move, frozen=True, tag="give"):
    """Choose the own tile that goes to the opponent in return for the stolen one (B8)."""

    slot: Slot
    """The place of the tile in your own row, from 0."""


class Cover(Move, frozen=True, tag="cover"):
    """Choose the own tile on which the three coins are laid (B10)."""

    slot: Slot
    """The place of the tile in your own row, from 0."""


AnyMove: TypeAlias = FlipSquare | FlipRound | Stop | Give | Cover


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played."""

    quick: bool = False
    """B3"""
    memory: Memory = "table"
    """Whether a face that was turned down again fades, or stays readable (B30)."""
