"""The table of Ciao, ciao… as it is shown to somebody."""

from typing import Literal, TypeAlias

from msgspec import Struct

from games.ciaociao.events import Face
from games.contract import HIDDEN, Seat, Secret

Phase: TypeAlias = Literal["announce", "answer", "push", "between", "over"]


class Player(Struct, frozen=True):
    """One seat's pawns: all of this is public."""

    plank: int | None
    reserve: int
    fallen: int
    podium: tuple[int, ...]
    """The steps its pawns stand on."""


class View(Struct, frozen=True, tag_field="game", tag="ciaociao"):
    """All that a viewer may see now."""

    planks: int
    players: tuple[Player, ...]
    phase: Phase
    turn: Seat
    number: int | None
    answerers: tuple[Seat, ...]
    """Who may still believe or doubt, in order."""
    pushable: tuple[int, ...]
    die: Secret[Face] = HIDDEN
