"""Ciao, ciao… written with the `eventsourcing` library, the peer of bench/log.py."""

from typing import Any

from eventsourcing.domain import Aggregate

GONE = -1


class Crossing(Aggregate):
    """Ciao, ciao… as a user of the library would write it, in its fastest idiom."""

    def __init__(
        self,
        options: dict[str, Any],
        clock: None,
        seats: list[dict[str, Any]],
        seed_commitments: list[str | None],
        seeds: list[str],
    ) -> None:
        self.players = [seat["player"] for seat in seats]
        self.planks = 0
        self.bridge: list[int] = []
        self.reserve: list[int] = []
        self.podium: list[int] = []
        self.turn = 0
        self.die: int | None = None
        self.number = 0
        self.step = 0
        self.answerers: list[int] = []
        self.doubter: int | None = None
        self.pushable: list[int] = []
        self.ended: str | None = None

    def clear(self) -> None:
        """Reset the fields of a turn."""
        self.number = self.step = 0
        self.answerers, self.pushable = [], []
        self.doubter = None

    def cross(self, seat: int) -> None:
        """Move a seat's pawn from the bridge to the podium."""
        self.bridge[seat] = 0
        self.podium.append(seat)

    class BridgeBuilt(Aggregate.Event):
        """The table was set up."""

        seats: int
        planks: int
        pawns: int
        first: int

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.planks, aggregate.turn, aggregate.die = self.planks, self.first, None
            aggregate.bridge = [1] * self.seats
            aggregate.reserve = [self.pawns - 1] * self.seats
            aggregate.podium = []
            aggregate.ended = None
            aggregate.clear()

    class DieRolled(Aggregate.Event):
        """A turn began with a roll."""

        seat: int
        die: int

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.turn, aggregate.die = self.seat, self.die
            aggregate.clear()

    class NumberAnnounced(Aggregate.Event):
        """The player named a number and moved."""

        seat: int
        number: int
        answerers: list[int]
        plank: int | None
        step: int | None

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.number, aggregate.answerers = self.number, self.answerers
            if self.plank:
                aggregate.bridge[self.seat] = self.plank
            else:
                aggregate.step = self.step or 0
                aggregate.cross(self.seat)

    class AnnouncementBelieved(Aggregate.Event):
        """One player believed the announcement."""

        seat: int

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.answerers = aggregate.answerers[1:]

    class AnnouncementDoubted(Aggregate.Event):
        """One player looked into the cup."""

        seat: int
        announcer: int
        number: int
        bluff: bool
        die: int

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.answerers, aggregate.doubter = [], self.seat

    class PushOffered(Aggregate.Event):
        """The announcer has to choose which podium pawn falls."""

        seat: int
        doubter: int
        steps: list[int]

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.pushable = self.steps

    class PawnFell(Aggregate.Event):
        """A pawn fell into the swamp."""

        seat: int
        plank: int | None
        step: int | None

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.pushable = []
            if self.step is None:
                aggregate.bridge[self.seat] = 0
                return
            aggregate.podium[self.step - 1] = GONE
            while aggregate.podium and aggregate.podium[-1] == GONE:
                aggregate.podium.pop()

    class PawnAdvanced(Aggregate.Event):
        """The pawn of a player who doubted rightly moved on."""

        seat: int
        plank: int | None
        step: int | None

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            if self.plank:
                aggregate.bridge[self.seat] = self.plank
            else:
                aggregate.cross(self.seat)

    class PawnEntered(Aggregate.Event):
        """A pawn from the reserve was put on plank 1."""

        seat: int

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.bridge[self.seat] = 1
            aggregate.reserve[self.seat] -= 1

    class CrossingEnded(Aggregate.Event):
        """The match ended."""

        reason: str

        def apply(self, aggregate: "Crossing") -> None:
            """Apply the event to the table."""
            aggregate.ended = self.reason
