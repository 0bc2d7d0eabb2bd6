"""Bodies of requests about matches."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from api.requests.common import Address, Form, Hex32, HexSeed, Id, Number
from events.clocks.kinds import ClockKind, Seconds, TimeOut

Levels = Annotated[tuple[Annotated[int, Meta(ge=1, le=5)], ...], Meta(max_length=11)]
Visibility = Literal["public", "unlisted", "private"]
"""Who can find, watch and join a match.

public: Listed in the lobby; all may watch, and every player may join.
unlisted: In no list; all who have its link may watch, and every player among them may join.
private: Only players who sit there or are invited can see and join it.
"""


class NewClock(Form, frozen=True):
    """How much time every player has: a kind with its durations in seconds, or a preset."""

    kind: ClockKind
    """The kind of clock, or the name of a preset whose durations the other fields override."""
    seconds: Seconds | None = None
    """The seconds for each move; required with `per_move`, refused with other kinds."""
    bank: Seconds | None = None
    """The seconds in a seat's bank at the start; required with `bank`."""
    increment: Seconds | None = None
    """The seconds that each move adds to the seat's bank; required with `bank`."""
    cap: Seconds | None = None
    """The most seconds that a bank can hold, at least `bank`; required with `bank`."""
    time_out: TimeOut | None = None
    """The consequence of a missed deadline; by default `autoplay`."""
    vacation: bool | None = None
    """Whether vacations stop the clock; by default if the time at the start is at least a day."""


class NewMatch(Form, frozen=True):
    """A match to be opened."""

    game: str
    """The game's `id`, as `GET games` lists it."""
    seats: Annotated[int, Meta(ge=1, le=12)]
    """The number of seats, within `seats` of the game; yours is one of them."""
    visibility: Visibility
    """Who can find, watch and join the match."""
    options: dict[str, Any] | None = None
    """Options of the game, valid against `options` of the game; those left out have defaults."""
    bots: Annotated[int, Meta(ge=0, le=11)] | Levels | None = None
    """The level of each bot, or how many there are of level 5, by default none; with all but one
    seat taken by bots the match starts immediately."""
    seed_commitment: Hex32 | None = None
    """Your commitment to a random seed (docs/fairness.md); left out, you add no chance."""
    clock: NewClock | None = None
    """How much time every player has; by default the preset `fast`."""
    minimum_reliability: Annotated[int, Meta(ge=0, le=100)] | None = None
    """The share of their turns, in percent, that joining players must have answered in time."""
    rated: bool | None = None
    """Whether the result counts for ratings, by default yes; it counts only if at least two people
    play, all with accounts."""
    circle: Id | None = None
    """The id of a circle of yours whose members may see and join the match, whatever its
    visibility; they are notified as of an invitation."""


class Joining(Form, frozen=True):
    """A player who takes a seat."""

    invite: Annotated[str, Meta(max_length=100)] | None = None
    """The secret of an invitation, from its link; required to join a private match by link."""
    seed_commitment: Hex32 | None = None
    """Your commitment to a random seed (docs/fairness.md); left out, you add no chance."""


class NewInvitation(Form, frozen=True):
    """An invitation to be made, and mailed if there is an address."""

    email: Address | None = None
    """Where to mail the invitation; left out, send the link of the answer yourself."""


class Leaving(Form, frozen=True):
    """An empty object: the operation has no parameters."""


class Removal(Form, frozen=True):
    """The seat to be freed."""

    seat: Number
    """The number of the seat, from 0."""


class MoreTime(Form, frozen=True):
    """The seat that is given more time."""

    seat: Number
    """The number of the seat, from 0; not your own."""


class CancelVote(Form, frozen=True):
    """Whether the match shall be called off."""

    agree: bool
    """True to vote for calling the match off, false to withdraw your vote."""


class NewRematch(Form, frozen=True):
    """A match to be opened with the same players, game, options and clock."""

    seed_commitment: Hex32 | None = None
    """Your commitment to a random seed; ignored where the rematch exists already."""


class Starting(Form, frozen=True):
    """The end of waiting for players."""

    bots: bool | Levels
    """The level of the bot of each free seat, or true for bots of level 5."""


class Revealed(Form, frozen=True):
    """A seed, or the empty text to waive one's own."""

    seed: HexSeed
    """The 32 bytes that you committed to, in hexadecimal digits; empty to waive them."""


class NewMove(Form, frozen=True):
    """A move, and the state of the match that it was decided on; `recap`: tell what followed."""

    move: dict[str, Any]
    """The move, one of those that `choices` of the match describes."""
    expected_version: Number | None = None
    """`version` of the match that you decided on; if it has changed, the move is refused (409)."""
    expected_asked: Number | None = None
    """`asked` of the match that you decided on; if that question is closed, the move is refused
    (409)."""
    recap: bool | None = None
    """True to be told in sentences what the move led to (`recap` of the answer)."""
