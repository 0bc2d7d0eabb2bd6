"""What can happen in Ciao, ciao…; a pawn that comes to stand does so on a plank or on a step."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from games.contract import HIDDEN, Event, Seat, Secret

CROSS: Final = 0
FACES: Final = (1, 2, 3, 4, CROSS, CROSS)  # C5

Face: TypeAlias = Annotated[int, Meta(ge=0, le=4, description="1 to 4, or 0 for a cross")]
Reason: TypeAlias = Literal["three_across", "most_points"]


class BridgeBuilt(Event, frozen=True, tag="bridge_built"):
    """The table is set: every seat has one pawn on plank 1, the others in reserve (C1, C2)."""

    seats: int
    planks: int
    pawns: int
    first: Seat


class DieRolled(Event, frozen=True, tag="die_rolled"):
    """A turn begins; only its player sees the die (C10)."""

    asks = True

    seat: Seat
    die: Secret[Face] = HIDDEN


class NumberAnnounced(Event, frozen=True, tag="number_announced"):
    """The player named a number and moved; `answerers` may believe or doubt, in this order."""

    asks = True

    seat: Seat
    number: int
    answerers: tuple[Seat, ...]
    plank: int | None = None
    step: int | None = None


class AnnouncementBelieved(Event, frozen=True, tag="announcement_believed"):
    """One player took the announcer's word for it."""

    seat: Seat


class AnnouncementDoubted(Event, frozen=True, tag="announcement_doubted"):
    """One player looked into the cup; the others learn whether it was a bluff (C14, C15)."""

    seat: Seat
    announcer: Seat
    number: int
    bluff: bool
    die: Secret[Face] = HIDDEN


class PushOffered(Event, frozen=True, tag="push_offered"):
    """The announcer is to choose which of the doubter's podium pawns falls (C16)."""

    asks = True

    seat: Seat
    doubter: Seat
    steps: tuple[int, ...]


class PawnFell(Event, frozen=True, tag="pawn_fell"):
    """A pawn fell into the swamp, for good (C17)."""

    seat: Seat
    plank: int | None = None
    step: int | None = None


class PawnAdvanced(Event, frozen=True, tag="pawn_advanced"):
    """The pawn of a player who doubted rightly moved on (C15)."""

    seat: Seat
    plank: int | None = None
    step: int | None = None


class PawnEntered(Event, frozen=True, tag="pawn_entered"):
    """A pawn from the reserve was put on plank 1 (C3)."""

    seat: Seat


class CrossingEnded(Event, frozen=True, tag="crossing_ended"):
    """The match is over (C21, C22)."""

    reason: Reason


AnyEvent: TypeAlias = (
    BridgeBuilt
    | DieRolled
    | NumberAnnounced
    | AnnouncementBelieved
    | AnnouncementDoubted
    | PushOffered
    | PawnFell
    | PawnAdvanced
    | PawnEntered
    | CrossingEnded
)
