"""What the tiles of Bonbons show, and how it is called: the one list of candies and colours."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from games.contract import Text

Candy: TypeAlias = str
Face: TypeAlias = Annotated[
    str, Meta(description="Candy and colour (`toffee-red`), `coin` or `wrapper`.")
]

COIN: Final = "coin"
WRAPPER: Final = "wrapper"

CANDIES: Final[Mapping[Candy, Text]] = {
    "toffee": Text("caramel", "toffee"),
    "humbug": Text("berlingot", "humbug"),
    "nougat": Text("nougat", "nougat"),
    "bear": Text("ourson", "jelly bear"),
    "crocodile": Text("crocodile", "jelly crocodile"),
    "cane": Text("sucre d’orge", "candy cane"),
    "shell": Text("roudoudou", "sherbet shell"),
    "lokum": Text("loukoum", "Turkish delight"),
}
COLOURS: Final[Mapping[str, Text]] = {
    "red": Text("rouge", "red"),
    "yellow": Text("jaune", "yellow"),
    "green": Text("vert", "green"),
    "blue": Text("bleu", "blue"),
}


def face(candy: Candy, colour: str) -> Face:
    """The face of a candy in one colour."""
    return f"{candy}-{colour}"


FACE_LABELS: Final[Mapping[Face, Text]] = {
    face(candy, colour): Text(f"{name.fr} {tint.fr}", f"{tint.en} {name.en}")
    for candy, name in CANDIES.items()
    for colour, tint in COLOURS.items()
} | {COIN: Text("monnaie", "coin"), WRAPPER: Text("emballage vide", "empty wrapper")}
