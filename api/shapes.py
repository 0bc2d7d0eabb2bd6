"""The forms of requests, declared once: they validate, and they are the OpenAPI schema."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

# `$` alone would let a newline follow.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]
HexSeed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", max_length=64)]
Name = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*$(?!\n)")
]
Visibility = Literal["public", "unlisted", "private"]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body."""


class NewGuest(Form, frozen=True):
    """Who wants to play at once."""

    name: Name | None = None
    locale: Literal["fr", "en"] | None = None


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
    """An invitation to be made; it cannot be mailed yet."""

    email: None = None


class Starting(Form, frozen=True):
    """The end of waiting."""

    bots: bool


class Revealed(Form, frozen=True):
    """A seed, or the empty text to waive one's own."""

    seed: HexSeed


class NewMove(Form, frozen=True):
    """A move, and the state of the match that it was decided on."""

    move: dict[str, Any]
    expected_version: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    expected_asked: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
