"""Where everything stands in a match of Pass Pass.

A side is whoever scores together: a player alone, or a team; seat s belongs to side s mod sides.
"""

from msgspec import Struct

from games.contract import Seat
from games.passpass.cards import Card, pass_pass
from games.passpass.events import Reason, Team
from games.passpass.view import Phase


class State(Struct, frozen=True, gc=False):
    """The whole truth, all hands included."""

    points: tuple[int, ...] = ()
    """What each side has recorded: its part of this round too, once that is settled."""
    ticks: tuple[int, ...] = ()
    """The Pass Pass that each side has recorded, likewise."""

    round: int = 0
    phase: Phase = "between"
    turn: Seat | None = None
    """Who is to play or to take."""
    hands: tuple[tuple[Card, ...], ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ()
    discarded: tuple[Card, ...] = ()

    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    """The cards played, from the leader on."""
    winners: tuple[Seat, ...] = ()
    """The first and the second, once the trick is complete."""
    picked: Card | None = None
    """What the first winner has taken of this trick."""

    naming: tuple[Team, ...] = ()
    """The teams that have not agreed yet on whose score they record."""
    names: tuple[tuple[Seat, ...], ...] = ()
    """The seats that each seat has named for this round, the latest last."""

    ended: Reason | None = None

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the trick that nobody has taken yet."""
        return tuple([card for card in self.trick if card != self.picked])

    def side(self, seat: Seat) -> int:
        return seat % len(self.points)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The sides of two seats, lower seat first; none where each plays alone."""
        sides, seats = len(self.points), len(self.hands)
        return tuple((side, side + sides) for side in range(sides)) if sides < seats else ()

    def total_ticks(self, side: int) -> int:
        """What a side has recorded before this round, and what its better player has now."""
        return self.ticks[side] + max(map(pass_pass, self.taken[side :: len(self.points)]))
