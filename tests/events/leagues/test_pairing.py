"""Sizes of tables and pairing, compared with brute force where the field is small."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest

from events.leagues.pairing import Field, Table, tables_cost, tables_pair
from events.leagues.sizes import table_sizes
from tests.support.sizes import sized

SIZES = [(2, 3, 4), (3, 4, 5, 6), (2, 3, 4, 5, 6), (4,), (5, 6), (3, 5)]


@pytest.mark.parametrize("allowed", SIZES)
def test_sizes_leave_out_as_few_as_possible(allowed: tuple[int, ...]) -> None:
    for players in range(40):
        sizes = table_sizes(players, allowed, 4)
        most = max(
            total
            for counts in product(*(range(players // size + 1) for size in allowed))
            if (total := sum(map(int.__mul__, counts, allowed))) <= players
        )
        assert sum(sizes) == most
        assert set(sizes) <= set(allowed)


def test_sizes_are_near_to_the_wanted_one() -> None:
    assert table_sizes(12, (2, 3, 4), 4) == (4, 4, 4)
    assert table_sizes(9, (2, 3, 4), 4) == (3, 3, 3)
    assert table_sizes(10, (2, 3, 4), 4) == (4, 3, 3)
    assert table_sizes(13, (3, 4, 5, 6), 4) == (5, 4, 4)


def every_pairing(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[Table]]:
    """Every division of the players into tables of these sizes."""
    if not sizes:
        yield []
        return
    first, *rest = players
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            table = (first, *others)
            remaining = [player for player in rest if player not in others]
            for tables in every_pairing(remaining, left):
                yield [table, *tables]


def random_field(random: Random, players: int) -> Field:
    numbers = range(players)
    pairs = list(combinations(numbers, 2))
    return Field(
        points={player: 20 * random.randrange(7) for player in numbers},
        met=Counter(random.choices(pairs, k=random.randrange(2 * players))),
        circles={player: random.sample("abc", random.randrange(2)) for player in numbers},
    )


def test_no_pairing_of_a_small_field_is_better() -> None:
    random = Random("pairing")
    for number in range(sized(60, 600)):
        players = random.randrange(2, 9)
        field = random_field(random, players)
        sizes = table_sizes(players, (2, 3, 4), random.choice((2, 3, 4)))
        found = tables_pair(field, sizes, str(number))
        best = min(tables_cost(field, tables) for tables in every_pairing(range(players), sizes))
        assert tables_cost(field, found) == best
        assert sorted(player for table in found for player in table) == list(range(players))


def test_the_same_seed_gives_the_same_tables() -> None:
    field = random_field(Random(1), 20)
    assert tables_pair(field, (4,) * 5, "a") == tables_pair(field, (4,) * 5, "a")


def test_players_change_seats() -> None:
    seated: Counter[tuple[int, int]] = Counter()
    for number in range(12):
        field = Field(points=dict.fromkeys(range(4), 0), seated=dict(seated))
        (table,) = tables_pair(field, (4,), str(number))
        seated.update((player, seat) for seat, player in enumerate(table))
    assert set(seated.values()) == {3}


def test_players_of_equal_points_meet_and_members_of_a_circle_rather_not() -> None:
    field = Field(
        points=dict.fromkeys(range(6), 0) | dict.fromkeys(range(6, 9), 120),
        circles={0: ["a"], 1: ["a"]},
    )
    tables = [set(table) for table in tables_pair(field, (3, 3, 3), "x")]
    assert {6, 7, 8} in tables
    assert not any({0, 1} <= table for table in tables)
