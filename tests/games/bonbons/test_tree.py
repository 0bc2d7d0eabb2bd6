"""Small tables played out in full, as two implementations of the rules that share no line do.

A match may go round in circles; so all positions are counted that can come about, and of the
matches those that end within MOVES moves.
"""

from collections.abc import Callable
from functools import reduce
from typing import NamedTuple, TypeVar

import pytest

from games.bonbons import GAME
from games.bonbons.state import State
from games.codec import legal_moves
from tests.games.bonbons.reference import Reference
from tests.games.bonbons.scene import given, snapshot
from tests.games.support.copies import copies
from tests.games.support.worlds import NoChance
from tests.support.sizes import sized

P = TypeVar("P")


class Counted(NamedTuple):
    """How many positions can come about, in how many of them the match is over, and how many
    matches end in time."""

    positions: int
    ends: int
    matches: int


def counted(opening: P, name: Callable[[P], str], after: Callable[[P], list[P]]) -> Counted:
    """Everything that can happen from a position on."""
    below: dict[str, list[str]] = {}
    waiting = [(name(opening), opening)]
    while waiting:
        reached, position = waiting.pop()
        if reached not in below:
            following = [(name(one), one) for one in after(position)]
            below[reached] = [known_as for known_as, _ in following]
            waiting += following
    ends = {end for end, following_it in below.items() if not following_it}
    matches = 0
    paths = {name(opening): 1}
    for _ in range(MOVES):
        longer: dict[str, int] = {}
        for reached, ways in paths.items():
            for one in below[reached]:
                longer[one] = longer.get(one, 0) + ways
        matches += sum(longer.get(end, 0) for end in ends)
        paths = longer
    return Counted(len(below), len(ends), matches)


def engine_after(state: State) -> list[State]:
    """What each legal move leads to."""
    following = []
    for seat in GAME.active(state):
        for move in legal_moves(GAME, GAME.choices(state, seat)):
            events = GAME.decide(state, seat, move, NoChance())
            following.append(reduce(GAME.evolve, events, state))
    return following


def reference_after(game: Reference) -> list[Reference]:
    """The same by the second implementation."""
    following = []
    copy = copies(game)
    for seat in game.asked():
        for move in game.moves(seat):
            other = copy()
            other.play(seat, move)
            following.append(other)
    return following


MOVES = 30
MOST_POSITIONS = sized(5_000, 15_000)
TREES = {
    "two tiles": ("a b\n\n> a\n  b", Counted(16, 4, 219419659468)),
    "wrapper": ("a b %\n\n> a\n  b", Counted(34, 8, 2716624355328)),
    "wrapper and stock": ("a b c %\n\n> a\n  b\n+ c", Counted(190, 36, 75643912998573578)),
    "coins": ("a b $ $ $\n\n> a\n  b", Counted(32, 6, 817156645759776303946)),
    "two each": ("a b c d\n\n> a b\n  c d", Counted(712, 90, 119053209924574989256)),
    "two each, wrapper": (
        "a b c d %\n\n> a b\n  c d",
        Counted(1506, 180, 617285185824019908224),
    ),
    "two each, coins": (
        "a b c d $ $ $\n\n> a b\n  c d",
        Counted(1818, 194, 17379943740282608480916664),
    ),
    "two each, wrapper and stock": (
        "a b c d e %\n\n> a b\n  c d\n+ e",
        Counted(10816, 1154, 52172684404716103614560),
    ),
    "everything": (
        "a b c $ $ $ %\n\n> a\n  b\n+ c",
        Counted(428, 64, 387029724645730224383252),
    ),
    "three seats": ("a b c\n\n> a\n  b\n  c", Counted(36, 9, 70897106061662946)),
    "three seats, everything": (
        "a b c $ $ $ %\n\n> a\n  b\n  c",
        Counted(123, 24, 2500255191217145881554942),
    ),
    "four seats": (
        "a b c d\n\n> a\n  b\n  c\n  d",
        Counted(64, 16, 418061682572460633960),
    ),
}


@pytest.mark.parametrize(
    ("drawing", "tree"),
    [
        pytest.param(*case, id=name)
        for name, case in TREES.items()
        if case[1].positions <= MOST_POSITIONS
    ],
)
def test_the_tree_has_this_many_positions_and_matches(drawing: str, tree: Counted) -> None:
    state = given(drawing)
    reference = Reference(
        len(state.rows),
        state.turn,
        list(state.squares),
        list(state.rounds),
        tiles=len(state.rows[0]),
    )
    assert counted(state, lambda state: repr(snapshot(state)), engine_after) == tree
    assert counted(reference, lambda game: repr(game.snapshot()), reference_after) == tree
