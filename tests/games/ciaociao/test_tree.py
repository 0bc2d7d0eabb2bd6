"""Whole game trees counted, as two implementations of the rules that share no line count them.

Five planks, few pawns; the same face is rolled all through, or every face in turn.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

import pytest

from games.ciaociao import GAME
from games.ciaociao.events import FACES, BridgeBuilt, DieRolled
from games.ciaociao.state import State
from games.codec import legal_moves
from games.table import fold
from tests.games.ciaociao.reference import Reference
from tests.games.ciaociao.scene import dice
from tests.games.support.copies import copies
from tests.support.sizes import sized

ALL_FACES = tuple(sorted(set(FACES)))


class Counted(NamedTuple):
    """How many complete matches a position leads to, and how many moves the longest has."""

    matches: int
    longest: int


def counted(state: State, faces: tuple[int, ...], known: dict[State, Counted]) -> Counted:
    """The tree below a position of the engine."""
    if GAME.outcome(state):
        return Counted(1, 0)
    if state not in known:
        below = [counted(after, faces, known) for after in _successors(state, faces)]
        known[state] = Counted(
            sum(tree.matches for tree in below), 1 + max(tree.longest for tree in below)
        )
    return known[state]


def _successors(state: State, faces: tuple[int, ...]) -> Iterator[State]:
    (seat,) = GAME.active(state)
    for move in legal_moves(GAME, GAME.choices(state, seat)):
        for face in faces:
            chance = dice([face])
            after = state
            for event in GAME.decide(state, seat, move, chance):
                after = GAME.evolve(after, event)
            yield after
            if not chance.used_up:
                break


def counted_by_reference(
    game: Reference, faces: tuple[int, ...], known: dict[str, Counted]
) -> Counted:
    """The same tree, by the second implementation."""
    if game.over:
        return Counted(1, 0)
    position = repr(game.snapshot())
    if position not in known:
        below = []
        copy = copies(game)
        for move in game.moves():
            for face in faces:
                after = copy()
                rolls = iter([face])
                after.dice = rolls
                after.play(move)
                below.append(counted_by_reference(after, faces, known))
                if next(rolls, None) is not None:
                    break
        known[position] = Counted(
            sum(tree.matches for tree in below), 1 + max(tree.longest for tree in below)
        )
    return known[position]


MOST_POSITIONS = sized(8_000, 25_000)

# seats, pawns of each, faces rolled: positions with a decision, complete matches, longest match
TREES = [
    (2, 1, (0,), 154, Counted(5601, 20)),
    (2, 1, (1,), 155, Counted(5601, 20)),
    (2, 1, ALL_FACES, 750, Counted(251157885, 20)),
    (2, 2, (0,), 1542, Counted(26987493, 40)),
    (2, 2, (1,), 1871, Counted(52017522, 41)),
    (2, 2, (2,), 1746, Counted(36778000, 41)),
    (2, 2, (3,), 1678, Counted(31513046, 41)),
    (2, 2, (4,), 1660, Counted(29876199, 41)),
    (2, 2, ALL_FACES, 9167, Counted(235253060616465650, 41)),
    (2, 3, (0,), 7955, Counted(56832424545, 58)),
    (2, 3, (1,), 9237, Counted(182692644575, 59)),
    (2, 3, (4,), 8457, Counted(63993349365, 58)),
    (3, 1, (0,), 2031, Counted(930715, 45)),
    (3, 1, (1,), 2097, Counted(1308358, 45)),
    (3, 1, ALL_FACES, 10534, Counted(17734860969870, 45)),
    (4, 1, (0,), 21039, Counted(178815377, 80)),
    (4, 1, (3,), 23004, Counted(187049358, 80)),
]


@pytest.mark.parametrize(
    ("seats", "pawns", "faces", "positions", "tree"),
    [tree for tree in TREES if tree[3] <= MOST_POSITIONS],
)
def test_the_tree_has_this_many_positions_and_matches(
    seats: int, pawns: int, faces: tuple[int, ...], positions: int, tree: Counted
) -> None:
    opening = fold(GAME, [BridgeBuilt(seats, 5, pawns, 0), DieRolled(0, faces[0])])
    known: dict[State, Counted] = {}
    assert (counted(opening, faces, known), len(known)) == (tree, positions)

    reference = Reference(seats, 5, pawns, 0, repeat(faces[0]))
    known_there: dict[str, Counted] = {}
    assert counted_by_reference(reference, faces, known_there) == tree
    assert len(known_there) == positions
