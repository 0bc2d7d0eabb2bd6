"""What requests are made of."""

from typing import Annotated

from msgspec import Meta, Struct

# `$` alone would let a newline follow.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]
HexSeed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", max_length=64)]
Name = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*$(?!\n)")
]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body."""
