"""`python -m games.bonbons.solve`: solve the match of two seats and write its tables.

Every go turns up something new or ends the turn, and no two turns in a row pass, so positions form
an acyclic graph. A table has for each position the value of the best go that turns up something.
"""

import sys
from array import array
from collections.abc import Iterator, Mapping
from zlib import compress

from games.bonbons.counts import COVERED, COVERED_UNSEEN, Counts, goes
from games.bonbons.solved import DEALT, MOST_TILES, ONE, first, index, size, table_file

MATCHES = {32: True, 24: False}
"""By number of candies, whether there are coins: the usual match and the quick one (B3)."""


def positions(faces: int, coins: bool) -> Iterator[Counts]:
    """Yield every position of a match, and some that no match comes to."""
    rows = [
        (unseen, known)
        for unseen in range(MOST_TILES + 1)
        for known in range(MOST_TILES + 1 - unseen)
        if unseen + known
    ]
    for wrapper in (0, 1):
        for own in rows:
            for theirs in rows:
                most = MOST_TILES - wrapper
                if max(sum(own), sum(theirs)) > most or sum(own + theirs) > DEALT + 1 - wrapper:
                    continue
                for kind in range(COVERED_UNSEEN + 1) if coins else (COVERED,):
                    aside = faces - DEALT - 1 + wrapper + (kind == COVERED_UNSEEN)
                    for squares in range(own[0] + theirs[0] + aside + 1):
                        yield Counts(*own, *theirs, squares, kind, wrapper, aside)


def solved(faces: int, coins: bool) -> Mapping[Counts, float]:
    """Return the value of the best go of every position."""
    values: dict[Counts, float] = {}

    def best(at: Counts) -> float:
        if at not in values:
            values[at] = max(goes(at, best).values())
        return values[at]

    for at in positions(faces, coins):
        if at.hidden + at.unseen + at.their_unseen:
            best(at)
    return values


def main() -> None:
    """Write the table of each kind of match."""
    folder = __file__.removesuffix("solve.py")
    sys.setrecursionlimit(10_000)
    for faces, coins in MATCHES.items():
        values = solved(faces, coins)
        table = array("H", bytes(2 * size(faces)))
        for at, value in values.items():
            table[index(at, faces)] = round(value * ONE)
        if sys.byteorder == "little":
            table.byteswap()
        data = compress(table.tobytes(), 9)
        with open(folder + table_file(faces), "wb") as file:
            file.write(data)
        print(f"{faces} candies: {len(values):,} positions, {len(data):,} bytes,", end=" ")
        print(f"value of the first turn {values[first(faces, coins)]:.6f}", flush=True)


if __name__ == "__main__":
    main()
