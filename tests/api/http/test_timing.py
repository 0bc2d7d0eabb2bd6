"""The processor time of one's own move does not tell what a later seat has answered beforehand.

TIMING_PAIRS=1000 (`make leaks`) compares as many moves with and without such an answer, by the area
under the ROC curve (AUC): how often a guess from the time alone would be right.
"""

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from random import Random
from time import thread_time
from typing import Any

import pytest

from tests.support.people import Person, new_key, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

PAIRS = int(os.environ.get("TIMING_PAIRS", "2"))
TELLING = 1000
"""From so many pairs on, chance alone hardly ever comes near the limit."""
MOST = 0.55
TOGETHER = 20
"""So many pairs are set up before any is measured: what was used just before costs less."""

BELIEVE = {"type": "believe"}
Moving = Callable[[], Any]
"""Makes the move and returns its answer."""


class Players:
    """Four players, who meet as often as they may."""

    def __init__(self) -> None:
        self._people = [Person.guest() for _ in range(4)]

    def standing(self, given: bool) -> Moving:
        """To announce, where the last seat has a standing answer or not."""
        match, (mover, *_, last) = self._table()
        if given:
            answer = last.post(f"matches/{match}/standing", {"move": BELIEVE}, new_key())
            assert answer.status_code == 200
        return lambda: mover.play(match, {"type": "announce", "number": 1})

    def sealed(self, given: bool) -> Moving:
        """To answer first, where the last seat has sealed an answer or not."""
        match, (announcer, mover, _, last) = self._table()
        announcer.play(match, {"type": "announce", "number": 1})
        if given:
            assert last.play(match, BELIEVE).status_code == 202
        return lambda: mover.play(match, BELIEVE)

    def _table(self) -> tuple[str, list[Person]]:
        """A match, and its people from whose turn it is on."""
        match = open_match(self._people[0], 4)["id"]
        for person in self._people[1:]:
            assert person.post(f"matches/{match}/join").status_code == 200
        turn = self._people[0].match(match)["view"]["turn"]
        return match, self._people[turn:] + self._people[:turn]


def area(some: list[float], others: list[float]) -> float:
    """The AUC of telling these two kinds apart: 0.5 if it is mere guessing."""
    ordered = sorted(others)
    below = sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in some)
    found = below / (2 * len(some) * len(others))
    return max(found, 1 - found)


@pytest.mark.parametrize("answer", ["standing", "sealed"])
def test_moves_with_and_without_an_answer_given_beforehand_are_timed(answer: str) -> None:
    """The times are compared from TELLING pairs on; a few say nothing."""
    random = Random(answer)
    taken: dict[bool, list[float]] = {False: [], True: []}
    for start in range(0, PAIRS, TOGETHER):
        pairs, prepare = min(TOGETHER, PAIRS - start), getattr(Players(), answer)
        moves = [(prepare(given), given) for given in (False, True) * pairs]
        random.shuffle(moves)
        for move, given in moves:
            began = thread_time()
            answered = move()
            taken[given].append(thread_time() - began)
            assert answered.status_code == 201, answered.content
    found = area(taken[True], taken[False])
    print(f"{answer}: {PAIRS} pairs, AUC {found:.3f}")
    assert found <= MOST or PAIRS < TELLING


def test_the_area_is_a_half_for_equals_and_one_for_what_differs() -> None:
    assert area([1, 2, 3], [1, 2, 3]) == 0.5
    assert area([1, 2], [3, 4]) == area([3, 4], [1, 2]) == 1
