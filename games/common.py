"""Helpers that the rules of several games share."""

from functools import cache
from typing import TypeVar

from games.contract import Seat

T = TypeVar("T")


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at that place."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


@cache
def left_of(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all other seats, clockwise."""
    return tuple((seat + distance) % seats for distance in range(1, seats))
