"""What can happen in Ciao, ciao…; a pawn that comes to stand does so on a plank or on a step."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from games.contract import HIDDEN, Event, Seat, Secret

CROSS: Final = 0
FACES: Final = (1, 2, 3, 4, CROSS, CROSS)  # C5

Face: TypeAlias = Annotated[int, Meta(ge=0, le=4, description="1 to 4, or 0 for a cross.")]
Reason: TypeAlias = Literal["three_across", "most_points"]
"""Why a match ended."""


class BridgeBuilt(Event, frozen=True, tag="bridge_built"):
    """The table is set: every seat has one pawn on plank 1, the others in reserve (C1, C2)."""

    seats: int
    """The number of seats."""
    planks: int
    """The number of planks of the bridge."""
    pawns: int
    """How many pawns each seat has."""
    first: Seat
    """The seat that begins."""


class DieRolled(Event, frozen=True, tag="die_rolled"):
    """A turn begins; only its player sees the die (C10)."""

    asks = True

    seat: Seat
    """The seat that rolled."""
    die: Secret[Face] = HIDDEN
    """What the die shows; absent for all but that seat."""


class NumberAnnounced(Event, frozen=True, tag="number_announced"):
    """The player named a number and moved; `answerers` may believe or doubt, in this order."""

    asks = True

    seat: Seat
    """The seat that announced."""
    number: int
    """The number that was announced."""
    answerers: tuple[Seat, ...]
    """The seats that may believe or doubt, in order."""
    plank: int | None = None
    """The plank that the pawn came to, from 1; null if it reached the podium."""
    step: int | None = None
    """The step of the podium that the pawn came to, from 1; null if it is on the bridge."""


class AnnouncementBelieved(Event, frozen=True, tag="announcement_believed"):
    """One player took the announcer's word for it."""

    seat: Seat
    """The seat that believed."""


class AnnouncementDoubted(Event, frozen=True, tag="announcement_doubted"):
    """One player looked into the cup; the others learn whether it was a bluff (C14, C15)."""

    seat: Seat
    """The seat that doubted."""
    announcer: Seat
    """The seat that had announced."""
    number: int
    """The number that had been announced."""
    bluff: bool
    """Whether the announcement was untrue."""
    die: Secret[Face] = HIDDEN
    """What the die showed; absent for seats that did not see it."""


class PushOffered(Event, frozen=True, tag="push_offered"):
    """The announcer is to choose which of the doubter's podium pawns falls (C16)."""

    asks = True

    seat: Seat
    """The seat that chooses."""
    doubter: Seat
    """The seat whose pawn falls."""
    steps: tuple[int, ...]
    """The steps of the podium to choose from."""


class PawnFell(Event, frozen=True, tag="pawn_fell"):
    """A pawn fell into the swamp, for good (C17)."""

    seat: Seat
    """The seat that the pawn belongs to."""
    plank: int | None = None
    """The plank that it fell from, from 1; null if it fell from the podium."""
    step: int | None = None
    """The step of the podium that it fell from, from 1; null if it fell from the bridge."""


class PawnAdvanced(Event, frozen=True, tag="pawn_advanced"):
    """The pawn of a player who doubted rightly moved on (C15)."""

    seat: Seat
    """The seat that the pawn belongs to."""
    plank: int | None = None
    """The plank that it came to, from 1; null if it reached the podium."""
    step: int | None = None
    """The step of the podium that it came to, from 1; null if it is on the bridge."""


class PawnEntered(Event, frozen=True, tag="pawn_entered"):
    """A pawn from the reserve was put on plank 1 (C3)."""

    seat: Seat
    """The seat that the pawn belongs to."""


class CrossingEnded(Event, frozen=True, tag="crossing_ended"):
    """The match is over (C21, C22)."""

    reason: Reason
    """Why the match ended."""


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
