"""`python -m games.ciaociao.solve`: solve the match of two seats and write its tables.

Every turn moves a pawn or loses one, so positions form an acyclic graph of stage games; each is
solved once all that can follow it are. A table has the value of each position to the seat whose
turn it is; both strategies of a turn follow from the values after it.
"""

import sys
from array import array
from collections.abc import Mapping
from zlib import compress

from games.ciaociao import stage
from games.ciaociao.duel import ONE, index, payoffs, size, table_file, worth
from games.ciaociao.positions import RECURSION, START, Position, announced, answerers

ALL_PLANKS = range(5, 16)


def solved(planks: int) -> Mapping[Position, float]:
    """Return the value of every position that a match can reach to the seat whose turn it is."""
    values: dict[Position, float] = {}

    def value(position: Position) -> float:
        if position not in values:
            if answerers(position):
                solution = stage.solve(payoffs(position, planks, after))
                values[position] = solution.value
            else:
                values[position] = after(announced(position, 4, planks))  # C23
        return values[position]

    def after(position: Position) -> float:
        return worth(position, value, float)

    value(START)
    return values


def packed(values: Mapping[Position, float], planks: int) -> bytes:
    """Return the values as a table's file; 0 where no match comes."""
    table = array("I", bytes(4 * size(planks)))
    for position, value in values.items():
        table[index(position, planks)] = round(value * ONE)
    if sys.byteorder == "little":
        table.byteswap()
    return compress(table.tobytes(), 9)


def main() -> None:
    """Write the table of every length of the bridge, or of those given as arguments."""
    folder = __file__.removesuffix("solve.py")
    sys.setrecursionlimit(RECURSION)
    for planks in map(int, sys.argv[1:] or ALL_PLANKS):
        values = solved(planks)
        data = packed(values, planks)
        with open(folder + table_file(planks), "wb") as file:
            file.write(data)
        print(f"{planks:2} planks: {len(values):,} positions, {len(data):,} bytes,", end=" ")
        print(f"value of the first turn {values[START]:.9f}", flush=True)


if __name__ == "__main__":
    main()
