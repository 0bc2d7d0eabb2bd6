"""Helpers with which games declare their `Speech`: words for each mark, and forms of moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

from games.contract import Speech

Mark: TypeAlias = str | int
"""The meaning of a word."""
Form: TypeAlias = tuple[Mark, ...]
"""One way to write a move."""

SMALL: Final = ""
"""The mark of words without meaning, which may be present or not."""


def speech(words: Mapping[Mark, str], forms: Callable[[Any], Sequence[Form]]) -> Speech:
    """Return a game's speech from each mark's words, separated by spaces, French first."""
    return Speech({word: mark for mark, said in words.items() for word in said.split()}, forms)


def with_or_without(verb: Mark, forms: Iterable[Form]) -> tuple[Form, ...]:
    """Return each form without and with the verb in front."""
    return tuple(said for form in forms for said in (form, (verb, *form)))


def in_any_order(*parts: Form) -> tuple[Form, ...]:
    """Return the concatenation of the parts in every order."""
    return tuple(sum(order, ()) for order in permutations(parts))
