"""The table of Ciao, ciao… as it is shown to somebody."""

from typing import Literal, TypeAlias

from msgspec import Struct

from games.ciaociao.events import Face
from games.contract import HIDDEN, Seat, Secret

Phase: TypeAlias = Literal["announce", "answer", "push", "between", "over"]
"""What the match waits for."""


class Player(Struct, frozen=True):
    """One seat's pawns: all of this is public."""

    plank: int | None
    """The plank that its pawn stands on, from 1; null if none is on the bridge."""
    reserve: int
    """How many pawns have not entered yet."""
    fallen: int
    """How many pawns have fallen."""
    podium: tuple[int, ...]
    """The steps of the podium that its pawns stand on."""


class View(Struct, frozen=True, tag_field="game", tag="ciaociao"):
    """All that a viewer may see now."""

    planks: int
    """The number of planks of the bridge."""
    players: tuple[Player, ...]
    """The pawns of each seat, by seat."""
    phase: Phase
    """What the match waits for."""
    turn: Seat
    """The seat whose turn it is."""
    number: int | None
    """The number that was announced in this turn; null before."""
    answerers: tuple[Seat, ...]
    """The seats that may still believe or doubt, in order."""
    pushable: tuple[int, ...]
    """The steps of the podium to choose from; empty unless a pawn is to be pushed."""
    die: Secret[Face] = HIDDEN
    """What the die shows; absent if you may not know it."""
