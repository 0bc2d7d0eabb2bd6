"""Deep copies of one object, pickled once: a game tree needs one for each move of a position."""

import pickle
from collections.abc import Callable
from functools import partial
from typing import TypeVar

T = TypeVar("T")


def copies(original: T) -> Callable[[], T]:
    """A function that returns another deep copy of the object as it is now at each call."""
    return partial(pickle.loads, pickle.dumps(original, pickle.HIGHEST_PROTOCOL))
