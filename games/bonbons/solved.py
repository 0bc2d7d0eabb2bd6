"""The values of the match of two seats, from the tables that `solve.py` writes."""

from array import array
from functools import lru_cache
from pkgutil import get_data
from sys import byteorder
from typing import Final
from zlib import decompress

from games.bonbons.counts import COVERED, COVERED_UNSEEN, Counts

ONE: Final = 2**16 - 1
DEALT: Final = 8
"""The tiles that two seats are dealt."""
MOST_TILES: Final = 5
"""In front of one seat, with the one for the wrapper."""

_ROWS: Final = {
    (unseen, known): place
    for place, (unseen, known) in enumerate(
        (unseen, known)
        for unseen in range(MOST_TILES + 1)
        for known in range(MOST_TILES + 1 - unseen)
    )
}


def table_file(faces: int) -> str:
    """Return the name of the table of matches with so many candies, within this package."""
    return f"two_seats/{faces}.z"


def size(faces: int) -> int:
    """Return how many indices a table has."""
    return len(_ROWS) ** 2 * (faces + 1) * (COVERED_UNSEEN + 1) * 2


def index(at: Counts, faces: int) -> int:
    """Return the place of a position in its table."""
    place = _ROWS[at.unseen, at.known] * len(_ROWS) + _ROWS[at.their_unseen, at.their_known]
    place = place * (faces + 1) + at.squares
    return (place * (COVERED_UNSEEN + 1) + at.coins) * 2 + at.wrapper


def first(faces: int, coins: bool) -> Counts:
    """Return the first position of a match."""
    return Counts(4, 0, 4, 0, 0, 0 if coins else COVERED, 1, faces - DEALT)


@lru_cache(maxsize=2)
def table(faces: int) -> "array[int]":
    """Return the value of each position by its index."""
    packed = get_data("games.bonbons", table_file(faces))
    assert packed is not None
    values = array("H", decompress(packed))
    if byteorder == "little":
        values.byteswap()
    return values
