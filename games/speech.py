"""What games say their speech with: the words for each thing, and the ways to put them together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

from games.contract import Speech

Mark: TypeAlias = str | int
"""What a word stands for."""
Form: TypeAlias = tuple[Mark, ...]
"""A way to say a move."""

SMALL: Final = ""
"""Stands for nothing: a word that may be there or not."""


def speech(words: Mapping[Mark, str], forms: Callable[[Any], Sequence[Form]]) -> Speech:
    """A game's speech from the words for each mark, with spaces between; French comes first."""
    return Speech({word: mark for mark, said in words.items() for word in said.split()}, forms)


def with_or_without(verb: Mark, forms: Iterable[Form]) -> tuple[Form, ...]:
    """Each form as it is, and after a verb."""
    return tuple(said for form in forms for said in (form, (verb, *form)))


def in_any_order(*parts: Form) -> tuple[Form, ...]:
    """The parts one after the other, whichever comes first."""
    return tuple(sum(order, ()) for order in permutations(parts))
