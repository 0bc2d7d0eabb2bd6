"""Who plays at which table, in which seat: a deterministic search for few rematches.

The tables minimise, in this order: pairs who are to be kept apart, how often pairs of players have
met before, the sum of the squared differences of their points, and the pairs who share a circle.
Then each table orders its seats so that its players sit in seats that they have had seldom.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from random import Random

from msgspec import Struct

Player = int
Table = tuple[Player, ...]

_CIRCLE = 1
_SPREAD = 10**4
_REMATCH = 10**14
_APART = 10**20
"""Weights of a pair's cost: no sum of one kind over a field of 256 reaches the next weight."""
_WORK = 600
"""The search begins from about _WORK / players orders: a small field is searched thoroughly."""


class Field(Struct, frozen=True):
    """What pairing has to know of the players, the best of the standings first."""

    points: Mapping[Player, int]
    met: Mapping[tuple[Player, Player], int] = {}
    """How often a pair has met, the smaller number first."""
    seated: Mapping[tuple[Player, int], int] = {}
    """How often a player has had a seat."""
    circles: Mapping[Player, Collection[str]] = {}
    """The circles of a player."""
    apart: Collection[tuple[Player, Player]] = ()
    """Pairs who are not to meet if that can be avoided, the smaller number first."""


def pair_cost(field: Field, one: Player, other: Player) -> int:
    """Return what it costs that two players meet; sums are compared."""
    pair = (one, other) if one < other else (other, one)
    difference = field.points[one] - field.points[other]
    shared = set(field.circles.get(one, ())).intersection(field.circles.get(other, ()))
    apart = _APART if pair in field.apart else 0
    met = field.met.get(pair, 0) * _REMATCH
    return apart + met + difference**2 * _SPREAD + len(shared) * _CIRCLE


def tables_cost(field: Field, tables: Sequence[Table]) -> int:
    """Return the cost of all pairs who meet."""
    return sum(
        pair_cost(field, *pair) for table in tables for pair in combinations(sorted(table), 2)
    )


def tables_pair(field: Field, sizes: Sequence[int], seed: str) -> list[Table]:
    """Return tables of these sizes for the players, each in the order of its seats."""
    players, random = list(field.points), Random(seed)
    assert sum(sizes) == len(players)
    costs = {
        one: {other: pair_cost(field, one, other) if other != one else 0 for other in players}
        for one in players
    }
    order = players
    best = _improve(_cut(order, sizes), costs)
    for _ in range(max(1, _WORK // max(1, len(players)))):
        order = random.sample(players, len(players))
        found = _improve(_cut(order, sizes), costs)
        best = min(best, found, key=lambda tables: _sum(tables, costs))
    return [_seat(field, table, random) for table in best]


def _cut(order: Sequence[Player], sizes: Sequence[int]) -> list[list[Player]]:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _improve(
    tables: list[list[Player]], costs: Mapping[Player, Mapping[Player, int]]
) -> list[list[Player]]:
    """Swap players of two tables as long as that makes the tables cheaper.

    It ends, since costs are symmetric and each swap lowers their sum.
    """
    improved = True
    while improved:
        improved = False
        for first, second in combinations(tables, 2):
            for one in range(len(first)):
                for other in range(len(second)):
                    if _gain(first, one, second, other, costs) > 0:
                        first[one], second[other] = second[other], first[one]
                        improved = True
    return tables


def _gain(
    first: list[Player],
    one: int,
    second: list[Player],
    other: int,
    costs: Mapping[Player, Mapping[Player, int]],
) -> int:
    """Return how much cheaper a swap makes two tables."""
    ours, theirs = costs[first[one]], costs[second[other]]
    both = ours[second[other]]
    now = sum(ours[player] for player in first) + sum(theirs[player] for player in second)
    then = sum(ours[player] for player in second) + sum(theirs[player] for player in first)
    return now - (then - 2 * both)


def _sum(tables: list[list[Player]], costs: Mapping[Player, Mapping[Player, int]]) -> int:
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _seat(field: Field, table: Sequence[Player], random: Random) -> Table:
    """Order a table by how often its players have had each seat, with a random choice of ties."""
    shuffled = random.sample(list(table), len(table))
    return min(
        permutations(shuffled),
        key=lambda seats: sum(
            field.seated.get((player, seat), 0) ** 2 * 2 + field.seated.get((player, seat), 0)
            for seat, player in enumerate(seats)
        ),
    )
