"""Small game trees counted, as two implementations of the rules that share no line count them."""

from typing import NamedTuple

import pytest

from games.codec import legal_moves
from games.ptipasspass import GAME
from games.ptipasspass.events import Marker
from games.ptipasspass.state import State
from tests.games.ptipasspass.reference import Reference
from tests.games.ptipasspass.scene import given, when
from tests.games.ptipasspass.side_by_side import reference_at, snapshot
from tests.games.support.copies import copies
from tests.support.sizes import sized

START_OF_TWO = """
    - -
    - -
    - -
    > drm ++
      drm ++
"""
START_OF_THREE = """
    - - -
    - - -
    - - -
    > drm ++
      drm ++
      drm ++
"""
LAST_TOKENS = """
    dr r
    -  m
    -  -
    > m + *
      d + *
"""
NEARLY_DEAD = """
    dr rm
    -  -
    -  -
    > d +  *
      m ++ *
"""
ALL_PLACED = """
    d r
    d m
    m r
    > - + *
      - + *
"""
FIRST_LIFT_OF_THREE = """
    d - r
    m d -
    - - rm
    > -  ++
      r  0
      dm +
"""


class Counted(NamedTuple):
    """Of all ways to make so many moves: how many there are, and how many end the match."""

    lines: int
    over: int


def counted(state: State, depth: int, known: dict[tuple[str, int], Counted]) -> Counted:
    """The tree below a position of the engine."""
    if GAME.outcome(state):
        return Counted(0, 1)
    if depth == 0:
        return Counted(1, 0)
    key = repr(snapshot(state)), depth
    if key not in known:
        (seat,) = GAME.active(state)
        below = [
            counted(when(state, (seat, move))[0], depth - 1, known)
            for move in legal_moves(GAME, GAME.choices(state, seat))
        ]
        known[key] = Counted(sum(tree.lines for tree in below), sum(tree.over for tree in below))
    return known[key]


def counted_by_reference(
    game: Reference, depth: int, known: dict[tuple[str, int], Counted]
) -> Counted:
    """The same tree, by the second implementation."""
    if game.over:
        return Counted(0, 1)
    if depth == 0:
        return Counted(1, 0)
    key = repr(game.snapshot()), depth
    if key not in known:
        (seat,) = game.asked()
        below = []
        copy = copies(game)
        for move in game.moves(seat):
            after = copy()
            after.play(seat, move)
            below.append(counted_by_reference(after, depth - 1, known))
        known[key] = Counted(sum(tree.lines for tree in below), sum(tree.over for tree in below))
    return known[key]


MOST_POSITIONS = sized(2_500, 10_000)

# what is drawn, the marker, moves ahead: positions with a decision, lines of play and endings
TREES: list[tuple[str, Marker, int, int, Counted]] = [
    (START_OF_TWO, "masked", 4, 1230, Counted(45684, 0)),
    (START_OF_TWO, "visible", 5, 815, Counted(48978, 0)),
    (START_OF_THREE, "masked", 3, 167, Counted(10503, 0)),
    (START_OF_THREE, "visible", 5, 1069, Counted(24057, 0)),
    (LAST_TOKENS, "masked", 6, 2181, Counted(304938, 7338)),
    (LAST_TOKENS, "visible", 7, 8778, Counted(548040, 18764)),
    (NEARLY_DEAD, "masked", 6, 1385, Counted(195156, 3672)),
    (NEARLY_DEAD, "visible", 7, 4794, Counted(568532, 8208)),
    (ALL_PLACED, "masked", 7, 214, Counted(83305088, 17005358)),
    (ALL_PLACED, "visible", 8, 268, Counted(1120892672, 228994094)),
    (FIRST_LIFT_OF_THREE, "masked", 3, 419, Counted(6804, 0)),
    (FIRST_LIFT_OF_THREE, "visible", 4, 458, Counted(47709, 0)),
]


@pytest.mark.parametrize(
    ("drawing", "marker", "depth", "positions", "tree"),
    [tree for tree in TREES if tree[3] <= MOST_POSITIONS],
)
def test_the_tree_has_this_many_positions_and_lines(
    drawing: str, marker: Marker, depth: int, positions: int, tree: Counted
) -> None:
    state = given(drawing, marker=marker)
    known: dict[tuple[str, int], Counted] = {}
    assert (counted(state, depth, known), len(known)) == (tree, positions)

    known_there: dict[tuple[str, int], Counted] = {}
    assert counted_by_reference(reference_at(state), depth, known_there) == tree
    assert len(known_there) == positions
