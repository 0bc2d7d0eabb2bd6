"""The match of two seats, solved: values from a table, strategies from the values after a turn.

`solve.py` writes the tables, `certify.py` shows how little can be won against them. Values are
integers out of ONE and strategies exact fractions, so that every machine plays the same.
"""

from array import array
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pkgutil import get_data
from sys import byteorder
from typing import Final
from zlib import decompress

from games.chance import Chance
from games.ciaociao import stage
from games.ciaociao.events import AnyEvent
from games.ciaociao.moves import Announce, AnyMove, Believe, Doubt, Push
from games.ciaociao.positions import (
    GONE,
    PAWNS,
    Position,
    announced,
    before_announcement,
    caught,
    next_turn,
    position_in,
    shares,
    wrongly_doubted,
)
from games.ciaociao.view import View
from games.contract import Sight, known

NUMBERS: Final = (1, 2, 3, 4)
ONE: Final = 10**9
TICKS: Final = 2**32
"""The chance of a move is rounded down to a multiple of 1 / TICKS."""

_PODIUMS: Final = {
    podium: place
    for place, podium in enumerate(
        podium
        for length in range(5)
        for podium in product((GONE, 0, 1), repeat=length)
        if podium[-1:] != (GONE,) and max(podium.count(0), podium.count(1)) <= 2
    )
}


def table_file(planks: int) -> str:
    """Return the name of the table for that many planks, within this package."""
    return f"two_seats/{planks}.z"


@lru_cache(maxsize=2)
def table(planks: int) -> "array[int]":
    """Return the value of each position by its index."""
    packed = get_data("games.ciaociao", table_file(planks))
    assert packed is not None
    values = array("I", decompress(packed))
    if byteorder == "little":
        values.byteswap()
    return values


def size(planks: int) -> int:
    """Return how many indices there are."""
    return len(_PODIUMS) * _sides(planks) ** 2


def index(position: Position, planks: int) -> int:
    """Return the place of a position in its table; it must be the turn of seat 0."""
    sides = _sides(planks)
    first, second = (
        1 + (plank - 1) * PAWNS + reserve if plank else 0
        for plank, reserve in zip(position.bridge, position.reserve, strict=True)
    )
    return (_PODIUMS[position.podium] * sides + first) * sides + second


def _sides(planks: int) -> int:
    return 1 + planks * PAWNS


def mirrored(position: Position) -> Position:
    """Return the same position with the seats exchanged."""
    return Position(
        position.bridge[::-1],
        position.reserve[::-1],
        tuple([seat if seat == GONE else 1 - seat for seat in position.podium]),
        1 - position.turn,
    )


def worth(
    position: Position,
    value: Callable[[Position], stage.Number],
    number: Callable[[float], stage.Number],
) -> stage.Number:
    """Return what the end of a turn is worth to seat 0, whose turn it was; `value` is that of a
    position to the seat whose turn it is, `number` converts to its type."""
    following = next_turn(position)
    if following is None:
        return number(shares(position)[0])
    return value(following) if following.turn == 0 else 1 - value(mirrored(following))


def payoffs(
    position: Position, planks: int, worth: Callable[[Position], stage.Number]
) -> stage.Payoffs[stage.Number]:
    """Return what each number is worth to seat 0, whose turn it is."""
    moved = [announced(position, number, planks) for number in NUMBERS]
    return stage.Payoffs(
        [worth(one) for one in moved],
        [max(map(worth, wrongly_doubted(one, 1))) for one in moved],
        [
            worth(caught(one, position, 1, number, planks))
            for number, one in zip(NUMBERS, moved, strict=True)
        ],
    )


def table_worth(position: Position, planks: int) -> Fraction:
    """Return what the end of a turn is worth to seat 0 according to the table."""
    values = table(planks)
    return worth(position, lambda one: Fraction(values[index(one, planks)], ONE), Fraction)


@lru_cache(maxsize=1024)
def strategies(position: Position, planks: int) -> stage.Solution[Fraction]:
    """Return how both seats play a turn; it must be the turn of seat 0."""
    return stage.solve(payoffs(position, planks, lambda one: table_worth(one, planks)))


def bot(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """Play the solution: no opponent wins more against it than the first seat's advantage."""
    view = sight.view
    planks = view.planks
    position = position_in(view)
    if view.phase == "answer":
        position = before_announcement(position, sight.seen)
    if view.turn == 1:
        position = mirrored(position)
    if view.phase == "push":
        fallen = zip(view.pushable, wrongly_doubted(position, 1), strict=True)
        return Push(max(fallen, key=lambda one: table_worth(one[1], planks))[0])
    if view.phase == "announce":
        return Announce(_announcement(strategies(position, planks), known(view.die), chance))
    assert view.number is not None
    doubt = strategies(position, planks).doubts[view.number - 1]
    return Doubt() if _happens(doubt, chance) else Believe()


def _announcement(solution: stage.Solution[Fraction], die: int, chance: Chance) -> int:
    if die and _happens(solution.truths[die - 1], chance):
        return die
    drawn = Fraction(chance.below(TICKS, "bot"), TICKS) * sum(solution.bluffs)
    for number, weight in zip(NUMBERS, solution.bluffs, strict=True):
        drawn -= weight
        if drawn < 0:
            return number
    raise AssertionError("the draw is less than all weights")


def _happens(probability: Fraction, chance: Chance) -> bool:
    return Fraction(chance.below(TICKS, "bot"), TICKS) < probability
