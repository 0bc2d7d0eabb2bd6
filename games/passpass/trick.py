"""Who wins a trick of Pass Pass, and which cards its second winner may take (S5–S7)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from games.passpass.cards import CARDS, COLOUR, VALUE, Card, Colour

Pair: TypeAlias = tuple[Card, Card]


class Verdict(NamedTuple):
    """The majority colour and the two winners' places in the order of play."""

    majority: Colour
    first: int
    second: int


def verdict(trick: Sequence[Card]) -> Verdict:
    """Who wins a complete trick, its cards given in the order of play."""
    falling = sorted(trick, key=VALUE.__getitem__, reverse=True)
    sums: dict[Colour, int] = {}
    for card in falling:
        colour = COLOUR[card]
        sums[colour] = sums.get(colour, 0) + VALUE[card]
    # S5: of equal sums `max` finds the one whose highest card is the highest or was played first.
    majority = max(sums, key=sums.__getitem__)
    first, *others = [card for card in falling if COLOUR[card] == majority]
    if not others:
        del sums[majority]
        next_best = max(sums, key=sums.__getitem__)
        others = [card for card in falling if COLOUR[card] == next_best]
    return Verdict(majority, trick.index(first), trick.index(others[0]))


@lru_cache(maxsize=1024)
def lowest_pairs(left: tuple[Card, ...]) -> tuple[Pair, ...]:
    """Every two cards of lowest value; several where values are equal (S7)."""
    lowest, second, *others = sorted(left, key=_RISING.__getitem__)
    equals = [second, *(card for card in others if VALUE[card] == VALUE[second])]
    if VALUE[lowest] < VALUE[second]:
        return tuple([_pair(lowest, card) for card in equals])
    return tuple([_pair(*cards) for cards in combinations((lowest, *equals), 2)])


def _pair(one: Card, other: Card) -> Pair:
    """In the order in which a move lists them."""
    return (one, other) if one < other else (other, one)


_RISING: Final = {card: place for place, card in enumerate(sorted(CARDS, key=VALUE.__getitem__))}
