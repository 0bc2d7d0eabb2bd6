"""The types that bodies of requests are made of, and their base class."""

from typing import Annotated

from msgspec import Meta, Struct

from events.mail import address
from games.contract import Text
from games.malformed import form

# `$` alone would also match before a final newline.
_DIGITS = Text(
    "64 chiffres hexadécimaux, de 0 à 9 et de a à f", "64 hexadecimal digits, 0 to 9 and a to f"
)
Hex32 = Annotated[str, form(r"^[0-9a-f]{64}$(?!\n)", _DIGITS, max_length=64)]
HexSeed = Annotated[str, form(r"^([0-9a-f]{64})?$(?!\n)", _DIGITS, max_length=64)]
# No invisible character, none that changes the direction of text, and not blanks alone.
_UNSEEN = r"\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
Name = Annotated[
    str,
    form(
        rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*$(?!\n)",
        Text(
            "un nom d’une ligne, qui se voit et sans caractères invisibles",
            "a name on one line that can be seen, without invisible characters",
        ),
        min_length=1,
        max_length=40,
    ),
]
Id = Annotated[
    str,
    form(
        r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)",
        Text("un identifiant tel que le serveur l’a donné", "an id as the server has given it"),
        max_length=36,
    ),
]
Address = Annotated[
    str,
    form(
        address.PATTERN,
        Text("une adresse comme anna@example.org", "an address such as anna@example.org"),
        max_length=address.MOST,
    ),
]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The base class of request bodies; unknown fields are refused."""
