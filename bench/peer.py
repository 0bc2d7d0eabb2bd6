"""Ciao, ciao… in the peer that the log is measured beside: the `eventsourcing` library."""

from typing import Any

from eventsourcing.domain import Aggregate

GONE = -1


class Crossing(Aggregate):
    """Ciao, ciao… as a user of the peer would write it, in the fastest of its idioms."""

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
        """A turn begins."""
        self.number = self.step = 0
        self.answerers, self.pushable = [], []
        self.doubter = None

    def cross(self, seat: int) -> None:
        """A pawn comes to the podium."""
        self.bridge[seat] = 0
        self.podium.append(seat)

    class BridgeBuilt(Aggregate.Event):
        """The table is set."""

        seats: int
        planks: int
        pawns: int
        first: int

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.planks, aggregate.turn, aggregate.die = self.planks, self.first, None
            aggregate.bridge = [1] * self.seats
            aggregate.reserve = [self.pawns - 1] * self.seats
            aggregate.podium = []
            aggregate.ended = None
            aggregate.clear()

    class DieRolled(Aggregate.Event):
        """A turn begins."""

        seat: int
        die: int

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
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
            """Change the table."""
            aggregate.number, aggregate.answerers = self.number, self.answerers
            if self.plank:
                aggregate.bridge[self.seat] = self.plank
            else:
                aggregate.step = self.step or 0
                aggregate.cross(self.seat)

    class AnnouncementBelieved(Aggregate.Event):
        """One player took the announcer's word for it."""

        seat: int

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.answerers = aggregate.answerers[1:]

    class AnnouncementDoubted(Aggregate.Event):
        """One player looked into the cup."""

        seat: int
        announcer: int
        number: int
        bluff: bool
        die: int

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.answerers, aggregate.doubter = [], self.seat

    class PushOffered(Aggregate.Event):
        """The announcer is to choose which podium pawn falls."""

        seat: int
        doubter: int
        steps: list[int]

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.pushable = self.steps

    class PawnFell(Aggregate.Event):
        """A pawn fell into the swamp."""

        seat: int
        plank: int | None
        step: int | None

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
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
            """Change the table."""
            if self.plank:
                aggregate.bridge[self.seat] = self.plank
            else:
                aggregate.cross(self.seat)

    class PawnEntered(Aggregate.Event):
        """A pawn from the reserve was put on plank 1."""

        seat: int

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.bridge[self.seat] = 1
            aggregate.reserve[self.seat] -= 1

    class CrossingEnded(Aggregate.Event):
        """The match is over."""

        reason: str

        def apply(self, aggregate: "Crossing") -> None:
            """Change the table."""
            aggregate.ended = self.reason
