"""How the cups stand, and which of them make a winning line (P1, P2, P21, P31)."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, TypeAlias

from games.ptipasspass.events import Animals
from games.ptipasspass.moves import ANIMALS, Animal

ROWS: Final = 3
Line: TypeAlias = tuple[int, int, int]
Pair: TypeAlias = tuple[int, int]

_PLACES: Final = {animal: place for place, animal in enumerate(ANIMALS)}


@cache
def lines(seats: int) -> tuple[Line, ...]:
    """Every three touching cups in a row or a column."""
    across = [(cup, cup + 1, cup + 2) for cup in range(ROWS * seats) if cup % seats + 2 < seats]
    down = [(column, column + seats, column + 2 * seats) for column in range(seats)]
    return tuple(sorted(across + down))


@cache
def touching(seats: int) -> tuple[Pair, ...]:
    """Every two cups that are horizontal or vertical neighbours."""
    cups = range(ROWS * seats)
    beside = [(cup, cup + 1) for cup in cups if cup % seats + 1 < seats]
    below = [(cup, cup + seats) for cup in cups if cup + seats in cups]
    return tuple(sorted(beside + below))


def in_order(animals: Iterable[Animal]) -> Animals:
    """The animals in their usual order."""
    return tuple(sorted(animals, key=_PLACES.__getitem__))


@lru_cache(maxsize=4096)
def wins(contents: tuple[Animals, ...]) -> bool:
    """Whether one animal of each of three cups can be chosen, all equal or all different."""
    return all(contents) and any(len(set(chosen)) != 2 for chosen in product(*contents))


def hopeless(contents: Sequence[Animals]) -> bool:
    """Whether no three of all cups, wherever they stood, would win."""
    holding = [sum(animal in cup for cup in contents) for animal in ANIMALS]
    if max(holding) >= 3:
        return False
    # All different: by Hall's theorem, no k animals may be confined to fewer than k cups.
    return (
        min(holding) < 1
        or sum(map(bool, contents)) < 3
        or any(
            sum(one in cup or other in cup for cup in contents) < 2
            for one, other in (ANIMALS[:2], ANIMALS[1:], ANIMALS[::2])
        )
    )
