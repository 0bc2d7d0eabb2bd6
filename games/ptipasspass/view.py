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
    victory_tokens: int
    hand: Secret[Animals] = HIDDEN


class CupView(Struct, frozen=True):
    """What a viewer knows of a cup."""

    animals: Animals
    masked: int
    """How many more tokens went in without being seen."""
    complete: bool
    """Whether there is nothing else in it."""


class PickView(Struct, frozen=True):
    """The token that is held over a cup."""

    announce: Animal | None
    cup: Secret[int] = HIDDEN
    animal: Secret[Animal] = HIDDEN


class View(Struct, frozen=True, tag_field="game", tag="ptipasspass"):
    """All that a viewer may see now."""

    phase: Phase
    round: int
    turn: Seat
    marker: Marker
    players: tuple[PlayerView, ...]
    cups: tuple[CupView, ...]
    """Three rows of as many columns as there are seats, row by row."""
    pick: PickView | None
    answerers: tuple[Seat, ...]
    """Who may still answer, in order."""
    challenger: Seat | None
    """Who has earned a reward."""
