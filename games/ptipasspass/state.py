"""Where everything stands in a match of PtiPassPass, and when each thing was last seen."""

from typing import Final

from msgspec import Struct

from games.contract import Seat
from games.ptipasspass.events import Animals, Marker, Phase, Reason
from games.ptipasspass.moves import Animal, ChallengeTokens, Memory

NEVER: Final = -1
NOT_YET: Final = 1 << 62


class Token(Struct, frozen=True, gc=False):
    """A token in a cup; places in the log say since when who can know of it."""

    animal: Animal
    seat: Seat
    """Who put it there and so knows it even if it was masked."""
    put: int
    shown: int
    """When everybody last saw its face, or NEVER."""


class Cup(Struct, frozen=True, gc=False):
    """A cup, wherever it stands."""

    tokens: tuple[Token, ...] = ()
    known: int = NEVER
    """When everybody last saw all that it held, NEVER if not in this round."""


class Pick(Struct, frozen=True, gc=False):
    """The token that is held over a cup."""

    cup: int
    animal: Animal
    announce: Animal | None


class State(Struct, frozen=True, gc=False):
    """The whole truth."""

    seats: int = 0
    challenge_tokens: ChallengeTokens = "reset"
    memory: Memory = "table"
    events: int = 0
    """How many events there were."""

    round: int = 0
    hands: tuple[Animals, ...] = ()
    challenges: tuple[int, ...] = ()
    victories: tuple[int, ...] = ()
    cups: tuple[Cup, ...] = ()
    first_put: int = NOT_YET
    """When the first token of this round went into a cup: until then all are known to be empty."""

    phase: Phase = "between"
    turn: Seat = 0
    turns: int = 0
    """How many turns of this round have begun."""
    marker: Marker = "masked"
    pick: Pick | None = None
    answerers: tuple[Seat, ...] = ()
    """Who may still answer, in order."""
    challenger: Seat | None = None
    """Who was right and has earned a reward."""

    ended: Reason | None = None
