"""What people ask of matches."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from api.shapes.common import Address, Form, Hex32, HexSeed, Number

Visibility = Literal["public", "unlisted", "private"]


class NewMatch(Form, frozen=True):
    """A match to be opened."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    visibility: Visibility
    options: dict[str, Any] = {}
    bots: Annotated[int, Meta(ge=0, le=11)] = 0
    seed_commitment: Hex32 | None = None
    clock: None = None
    """Matches have no clocks yet."""


class Joining(Form, frozen=True):
    """Somebody who takes a seat."""

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


class CancelVote(Form, frozen=True):
    """Whether the match shall be called off."""

    agree: bool


class NewRematch(Form, frozen=True):
    """The same again; `seed_commitment` counts if the match is new."""

    seed_commitment: Hex32 | None = None


class Starting(Form, frozen=True):
    """The end of waiting."""

    bots: bool


class Revealed(Form, frozen=True):
    """A seed, or the empty text to waive one's own."""

    seed: HexSeed


class NewMove(Form, frozen=True):
    """A move, and the state of the match that it was decided on."""

    move: dict[str, Any]
    expected_version: Number | None = None
    expected_asked: Number | None = None
