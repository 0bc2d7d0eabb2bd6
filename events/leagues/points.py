"""Points for a place at a table: comparable between tables of different sizes."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

WIN = 120
"""The points of a win. A table of n players gives its place r WIN × (n − r)/(n − 1), and players
who tie share the mean of their places: for two to six seats always a whole number."""

P = TypeVar("P", bound=Hashable)


def table_points(ranking: Iterable[Sequence[P]]) -> dict[P, int]:
    """Return the points of each player of a table, from the groups of equal rank, best first."""
    groups = list(ranking)
    size = sum(map(len, groups))
    if size < 2:
        return {player: WIN for group in groups for player in group}
    points: dict[P, int] = {}
    better = 0
    for group in groups:
        # The mean of the places better + 1 … better + len(group), times two.
        double_place = 2 * better + len(group) + 1
        points |= dict.fromkeys(group, WIN * (2 * size - double_place) // (2 * (size - 1)))
        better += len(group)
    return points
