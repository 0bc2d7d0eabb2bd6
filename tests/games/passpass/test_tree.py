"""Whole game trees counted, as two implementations of the rules that share no line count them.

The third round with small hands; cards taken and records of earlier rounds as drawn. Whoever may
name or switch does so in every order.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from games.contract import asked
from games.passpass import GAME
from games.passpass.state import State
from tests.games.passpass.reference import Reference
from tests.games.passpass.scene import Stacked, given
from tests.games.passpass.test_reference import moves_of, reference_snapshot, snapshot
from tests.games.support.copies import copies
from tests.support.sizes import sized


class Counted(NamedTuple):
    """How many complete matches a position leads to, and how many moves the longest has."""

    matches: int
    longest: int


def counted(state: State, known: dict[str, Counted]) -> Counted:
    """The tree below a position of the engine."""
    if state.ended:
        return Counted(1, 0)
    position = _position(snapshot(state))
    if position not in known:
        known[position] = _above([counted(after, known) for after in _successors(state)])
    return known[position]


def _successors(state: State) -> Iterator[State]:
    for seat in asked(GAME, state):
        for move in moves_of(state, seat):
            after = state
            for event in GAME.decide(state, seat, move, Stacked()):
                after = GAME.evolve(after, event)
            yield after


def counted_by_reference(game: Reference, known: dict[str, Counted]) -> Counted:
    """The same tree, by the second implementation."""
    if game.over:
        return Counted(1, 0)
    position = _position(reference_snapshot(game))
    if position not in known:
        below = []
        copy = copies(game)
        for seat in game.asked() + game.may_switch():
            for move in game.moves(seat):
                after = copy()
                after.play(seat, move)
                below.append(counted_by_reference(after, known))
        known[position] = _above(below)
    return known[position]


def _position(snapshot: dict[str, Any]) -> str:
    return repr(sorted(snapshot.items()))


def _above(below: list[Counted]) -> Counted:
    return Counted(sum(tree.matches for tree in below), 1 + max(tree.longest for tree in below))


def reference_at(state: State) -> Reference:
    """The second implementation at the opening position of a tree."""
    hands: list[list[str]] = [list(hand) for hand in state.hands]
    game = Reference(len(hands), state.leader, iter([hands]), teams=bool(state.teams))
    game.round = state.round
    game.points, game.passes = list(state.points), list(state.ticks)
    game.taken = [list(cards) for cards in state.taken]
    game.round_passes = snapshot(state)["round_passes"]
    return game


MOST_POSITIONS = sized(10_000, 15_000)

# a drawing, whether in teams: positions with a decision, complete matches, longest match
TREES = {
    "three alone": ("> V9 B3 G1\nV8 B5 Y2\nG12 G4 V1", False, 14326, Counted(5832, 15)),
    "three, two about to win": (
        "> V9 B3 G1 | V2 B2 = 0 2\nV8 B5 Y2 | Y1 V3 = 0 2\nG12 G4 V1 | B6",
        False,
        9197,
        Counted(4032, 15),
    ),
    "four alone": ("> V9 B3\nV8 B5\nG12 G4\nY7 Y6", False, 671, Counted(256, 12)),
    "four with equal values": ("> V12 B3\nV11 B4\nV4 G3\nG4 Y3", False, 833, Counted(408, 12)),
    "four in teams": (
        "> V9 | V2 V3 V1\nV8 | B1 B2 V5\nG12 | V6 B6 G6 Y1\nY7 | V7 B7 Y8 G8",
        True,
        2493,
        Counted(190848, 16),
    ),
    "five with equal values": (
        "> V7 B3\nV8 B5\nB7 G4\nY7 Y3\nG7 G3",
        False,
        3061,
        Counted(2076, 14),
    ),
    "six, two teams to agree": (
        "> V9\nV8 | V1 V2 V3\nG12\nB12 | B1 B2 B3\nY3 | V6 B6 G6 Y6\nG3 | V7 B7 G7 Y7",
        True,
        151,
        Counted(192, 13),
    ),
}


@pytest.mark.parametrize(
    ("drawing", "teams", "positions", "tree"),
    [pytest.param(*tree, id=name) for name, tree in TREES.items() if tree[2] <= MOST_POSITIONS],
)
def test_the_tree_has_this_many_positions_and_matches(
    drawing: str, teams: bool, positions: int, tree: Counted
) -> None:
    opening = given(drawing, number=3, teams=teams)
    known: dict[str, Counted] = {}
    assert (counted(opening, known), len(known)) == (tree, positions)

    known_there: dict[str, Counted] = {}
    assert counted_by_reference(reference_at(opening), known_there) == tree
    assert known_there == known
