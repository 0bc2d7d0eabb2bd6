"""Points of a table: between 0 and a win, ties averaged, always whole."""

from itertools import combinations, pairwise
from math import comb

import pytest

from events.leagues.points import WIN, table_points


def test_places_are_evenly_spaced_from_a_win_to_nothing() -> None:
    assert list(table_points([[0], [1], [2], [3]]).values()) == [120, 80, 40, 0]
    assert list(table_points([[0], [1]]).values()) == [120, 0]


def test_a_tie_shares_the_mean_of_its_places() -> None:
    assert table_points([[0], [1, 2], [3]]) == {0: 120, 1: 60, 2: 60, 3: 0}
    assert table_points([[0, 1, 2]]) == {0: 60, 1: 60, 2: 60}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_table_gives_half_a_win_for_each_seat_in_whole_numbers(seats: int) -> None:
    rankings = 0
    for cuts in range(seats):
        for places in combinations(range(1, seats), cuts):
            bounds = [0, *places, seats]
            ranking = [range(*pair) for pair in pairwise(bounds)]
            assert 2 * sum(table_points(ranking).values()) == seats * WIN
            rankings += 1
    assert rankings == sum(comb(seats - 1, cuts) for cuts in range(seats))
