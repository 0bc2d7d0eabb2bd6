"""Small things that the rules of several games need."""

from functools import cache
from typing import TypeVar

from games.contract import Seat

T = TypeVar("T")


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The same values, with another one at that place."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


@cache
def left_of(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All other seats, clockwise."""
    return tuple((seat + distance) % seats for distance in range(1, seats))
