"""What requests are made of."""

from typing import Annotated

from msgspec import Meta, Struct

from events import addresses

# `$` alone would let a newline follow.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", max_length=64)]
HexSeed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", max_length=64)]
# Nothing that cannot be seen or turns what stands around it, and not blanks alone.
_UNSEEN = r"\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*$(?!\n)",
    ),
]
Id = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)", max_length=36)
]
Address = Annotated[str, Meta(pattern=addresses.PATTERN, max_length=addresses.MOST)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body."""
