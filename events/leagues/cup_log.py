"""The events of a cup, as its append-only log has them; players are entrants by number."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

Entrant = int
Leaving = Literal["left", "removed"]


class CupEvent(Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base class of a cup's events; tags are stored and never change."""


class CupOpened(CupEvent, frozen=True, kw_only=True, tag="cup_opened"):
    """A cup waits for entrants."""

    game: str
    sizes: tuple[int, ...]
    """The numbers of seats that the game is played with in this cup."""
    seats: int
    """The size that tables have if the number of players allows."""
    rounds: int
    starts_at: str
    """When it starts by itself at the latest."""
    ends_at: str
    """The last deadline of all its tables."""
    places: int
    """How many play; further entrants wait."""
    rolling: bool = False
    """Whether a table is seated as soon as enough entrants are free, instead of in rounds; `rounds`
    is then how many tables each plays at most."""
    clock: str = "fast"
    """The preset of the clock of its tables."""
    options: dict[str, Any] = {}
    """The options of the game at its tables, where they differ from the defaults."""


class EntrantJoined(CupEvent, frozen=True, kw_only=True, tag="entrant_joined"):
    """A player has joined, at the end of the waiting list if the cup is full or has started."""

    entrant: Entrant


class EntrantLeft(CupEvent, frozen=True, kw_only=True, tag="entrant_left"):
    """An entrant plays no further table and keeps the points."""

    entrant: Entrant


class CupStarted(CupEvent, frozen=True, kw_only=True, tag="cup_started"):
    """Who enters from now on joins the waiting list."""

    at: str


class NewTable(Struct, frozen=True):
    """A table of a round: its number in the cup, its match, and the entrants by seat."""

    number: int
    match: str
    entrants: tuple[Entrant, ...]


class RoundPaired(CupEvent, frozen=True, kw_only=True, tag="round_paired"):
    """A round has begun, or tables were seated in a cup with rolling tables."""

    round: int
    tables: tuple[NewTable, ...]
    resting: tuple[Entrant, ...]
    """Entrants for whom no table was left; they get half of the points of a win."""
    ends_at: str
    """When its tables are ranked as they stand."""
    at: str = ""


class TableEnded(CupEvent, frozen=True, kw_only=True, tag="table_ended"):
    """A table has ended with a result, or was ranked as it stood."""

    table: int
    ranking: tuple[tuple[Entrant, ...], ...]
    as_it_stood: bool
    left: tuple[Entrant, ...] = ()
    """Entrants who were not at the table when it ended: they had left it, or a bot stood in."""


class CupEnded(CupEvent, frozen=True, kw_only=True, tag="cup_ended"):
    """The standings are final."""


class CupCancelled(CupEvent, frozen=True, kw_only=True, tag="cup_cancelled"):
    """It was called off before it began, or had too few entrants to begin."""


AnyCupEvent = (
    CupOpened
    | EntrantJoined
    | EntrantLeft
    | CupStarted
    | RoundPaired
    | TableEnded
    | CupEnded
    | CupCancelled
)


def event_encode(event: AnyCupEvent) -> str:
    """Encode an event for the log."""
    return msgspec.json.encode(event).decode()


def event_decode(data: str) -> AnyCupEvent:
    """Decode an event of the log."""
    event: Any = msgspec.json.decode(data, type=AnyCupEvent)
    decoded: AnyCupEvent = event
    return decoded
