"""Bodies of requests about matches."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from api.requests.common import Address, Form, Hex32, HexSeed, Number
from events.clocks.kinds import ClockKind, Seconds, TimeOut

Levels = Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(max_length=11)]
Visibility = Literal["public", "unlisted", "private"]


class NewClock(Form, frozen=True):
    """How much time every player has: a kind with its durations in seconds, or a preset."""

    kind: ClockKind
    seconds: Seconds | None = None
    """Of `per_move`: the time for each move."""
    bank: Seconds | None = None
    increment: Seconds | None = None
    cap: Seconds | None = None
    """Of `bank`: the time at the start, the time that each move adds, and the most to save up."""
    time_out: TimeOut | None = None
    """The consequence of a missed deadline; by default `autoplay`."""
    vacation: bool | None = None
    """Whether vacations stop the clock; by default if the time at the start is at least a day."""


class NewMatch(Form, frozen=True):
    """A match to be opened."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    visibility: Visibility
    options: dict[str, Any] = {}
    bots: Annotated[int, Meta(ge=0, le=11)] | Levels = 0
    """The level of each bot, or how many there are of level 3."""
    seed_commitment: Hex32 | None = None
    clock: NewClock | None = None
    """By default `fast`."""
    minimum_reliability: Annotated[int, Meta(ge=0, le=100)] | None = None
    """The share of their turns, in percent, that joining players must have answered in time."""


class Joining(Form, frozen=True):
    """A player who takes a seat."""

    invite: Annotated[str, Meta(max_length=100)] | None = None
    seed_commitment: Hex32 | None = None


class NewInvitation(Form, frozen=True):
    """An invitation to be made, and mailed if there is an address."""

    email: Address | None = None


class Leaving(Form, frozen=True):
    """Nothing more needs saying."""


class Removal(Form, frozen=True):
    """The seat to be freed."""

    seat: Number


class MoreTime(Form, frozen=True):
    """The seat that is given more time."""

    seat: Number


class CancelVote(Form, frozen=True):
    """Whether the match shall be called off."""

    agree: bool


class NewRematch(Form, frozen=True):
    """The same again; `seed_commitment` counts if the match is new."""

    seed_commitment: Hex32 | None = None


class Starting(Form, frozen=True):
    """The end of waiting."""

    bots: bool | Levels
    """The level of the bot of each free seat, or true for bots of level 3."""


class Revealed(Form, frozen=True):
    """A seed, or the empty text to waive one's own."""

    seed: HexSeed


class NewMove(Form, frozen=True):
    """A move, and the state of the match that it was decided on; `recap`: tell what followed."""

    move: dict[str, Any]
    expected_version: Number | None = None
    expected_asked: Number | None = None
    recap: bool = False
