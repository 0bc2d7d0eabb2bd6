"""Where everything lies in a match of Bonbons."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from games.bonbons.candies import Candy, Face
from games.bonbons.moves import Memory
from games.contract import Seat

Step: TypeAlias = Literal[
    "start", "further", "square", "coin", "coins", "round", "give", "cover", "between", "over"
]
"""What is to be done next: begin a turn, perhaps have another go, go on after a candy (or the
wrapper), one coin, two coins or a round tile was turned first."""

GO_BEGINS: Final = ("start", "further")
"""The steps at which nothing has been turned up in this go yet."""

NEVER: Final = -1
"""In place of an event's number: this face has not been shown and hidden again."""


class State(Struct, frozen=True, gc=False):
    """The whole truth, the faces that nobody has seen included."""

    memory: Memory = "table"
    side: int = 0
    removed: tuple[Candy, ...] = ()
    squares: tuple[Face, ...] = ()
    rounds: tuple[Face, ...] = ()
    """By number of the tile, those set aside included."""

    rows: tuple[tuple[int, ...], ...] = ()
    """The tiles in front of each seat, by slot."""
    dealt: int = 0
    """How many tiles have left the stock, which is also the next one's number."""
    squares_left: int = 0
    """The squares that do not lie open for good, a bit for each."""
    slots_left: tuple[int, ...] = ()
    """For each seat its slots whose tile is still to be found, a bit for each."""
    covered: int | None = None
    """The tile that lies under the coins; they are in the grid until there is one."""

    turn: Seat = 0
    step: Step = "between"
    squares_shown: tuple[int, ...] = ()
    """Turned up in this go and neither settled nor hidden yet; the wrapper never is among them."""
    round_shown: tuple[Seat, int] | None = None
    """Seat and slot of the round tile turned up in this go."""
    stolen: tuple[Seat, int] | None = None
    """Where the tile lies for which the thief has to give one."""

    events: int = 0
    """How many events there have been."""
    squares_hidden: tuple[int, ...] = ()
    """For each square the number of the event that last hid it, or NEVER."""
    tiles_hidden: tuple[int, ...] = ()
    """The same for each round tile."""
