"""Where everything stands in a match of Ciao, ciao…."""

from typing import Final

from msgspec import Struct

from games.ciaociao.events import Face, Reason
from games.contract import HIDDEN, Seat, Secret

GONE: Final = -1
"""In place of a seat: the pawn that stood on this step of the podium has fallen."""


class State(Struct, frozen=True, gc=False):
    """The whole truth, the die in the cup included."""

    planks: int = 0
    pawns: int = 0
    bridge: tuple[int, ...] = ()
    """The plank of each seat's pawn, 0 where it has none on the bridge."""
    reserve: tuple[int, ...] = ()
    podium: tuple[Seat, ...] = ()
    """Who stands on step 1, 2, 3 …, or GONE; never ends with GONE."""

    turn: Seat = 0
    die: Secret[Face] = HIDDEN
    number: int = 0
    """What was announced this turn, 0 before."""
    step: int = 0
    """The step that the announced move reached, 0 if it ended on the bridge."""
    answerers: tuple[Seat, ...] = ()
    """Who may still believe or doubt, in order."""
    doubter: Seat | None = None
    pushable: tuple[int, ...] = ()
    """The steps of the doubter's pawns of which the announcer must push one."""

    ended: Reason | None = None

    def steps(self, seat: Seat) -> tuple[int, ...]:
        """The podium steps on which a seat's pawns stand."""
        return tuple(step for step, owner in enumerate(self.podium, 1) if owner == seat)

    def fallen(self, seat: Seat) -> int:
        """How many pawns of a seat lie in the swamp."""
        in_play = self.reserve[seat] + (self.bridge[seat] > 0) + self.podium.count(seat)
        return self.pawns - in_play
