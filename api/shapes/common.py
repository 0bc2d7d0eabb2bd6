"""What requests are made of."""

from typing import Annotated

from msgspec import Meta, Struct

from events import addresses

# `$` alone would let a newline follow.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]
HexSeed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", max_length=64)]
Name = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*$(?!\n)")
]
Id = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)", max_length=36)
]
Address = Annotated[str, Meta(pattern=addresses.PATTERN, max_length=addresses.MOST)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body."""
