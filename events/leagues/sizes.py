"""How many players sit at each table, so that as many as possible play."""

from collections.abc import Collection


def table_sizes(players: int, allowed: Collection[int], wanted: int) -> tuple[int, ...]:
    """Return the sizes of the tables for a number of players, the largest first.

    As few players as possible are left out, and the sizes are as near as possible to `wanted`: by
    the sum of the squares of the differences.
    """
    best: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for number in range(1, players + 1):
        left_out, distance, sizes = best[number - 1]
        choices = [(left_out + 1, distance, sizes)]
        for size in sorted(allowed):
            if 2 <= size <= number:
                left_out, distance, sizes = best[number - size]
                choices.append((left_out, distance + (size - wanted) ** 2, (*sizes, size)))
        best.append(min(choices, key=lambda choice: choice[:2]))
    return tuple(sorted(best[players][2], reverse=True))
