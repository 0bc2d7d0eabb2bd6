"""The table of PtiPassPass as it is shown to somebody."""

from msgspec import Struct

from games.contract import HIDDEN, Seat, Secret
from games.ptipasspass.events import Animals, Marker, Phase
from games.ptipasspass.moves import Animal


class PlayerView(Struct, frozen=True):
    """One seat's tokens."""

    tokens: int
    """How many animals the hand holds."""
    challenge_tokens: int
    """How many Challenge tokens it has."""
    victory_tokens: int
    """How many victory tokens it has."""
    hand: Secret[Animals] = HIDDEN
    """The animals of the hand; absent for others."""


class CupView(Struct, frozen=True):
    """What a viewer knows of a cup."""

    animals: Animals
    """The animals that you know to be in it."""
    masked: int
    """How many more tokens went in without being seen by you."""
    complete: bool
    """Whether there is certainly nothing else in it."""


class PickView(Struct, frozen=True):
    """The token that is held over a cup."""

    announce: Animal | None
    """The animal that it claims to be; null in a visible turn."""
    cup: Secret[int] = HIDDEN
    """The cup, counted row by row from 0; absent if you may not know it."""
    animal: Secret[Animal] = HIDDEN
    """The animal; absent if you may not know it."""


class View(Struct, frozen=True, tag_field="game", tag="ptipasspass"):
    """All that a viewer may see now."""

    phase: Phase
    """What the match waits for."""
    round: int
    """The number of the round, from 1."""
    turn: Seat
    """The seat whose turn it is."""
    marker: Marker
    """Whether the turn is masked or visible."""
    players: tuple[PlayerView, ...]
    """The tokens of each seat, by seat."""
    cups: tuple[CupView, ...]
    """The cups: three rows of as many columns as there are seats, row by row."""
    pick: PickView | None
    """The token that is held over a cup; null if none is."""
    answerers: tuple[Seat, ...]
    """The seats that may still answer, in order."""
    challenger: Seat | None
    """The seat that has earned a reward; null if none has."""
