"""Legal moves in compact form: every field lists its values, and every combination is legal.

Several choices may share a move type; the legal moves are their union, without duplicates.
"""

from collections.abc import Iterable
from itertools import product
from math import prod
from typing import Any, TypeAlias

from msgspec import Struct, json

Value: TypeAlias = int | str | tuple[int | str, ...] | None
"""None among a field's values means that the field may be omitted."""


class Choice(Struct, frozen=True, cache_hash=True):
    """One entry of `choices`: a move's stored name and, for each field, its possible values.

    The fields are in the order in which the move declares them; the last ones may be omitted.
    """

    type: str
    fields: tuple[tuple[str, tuple[Value, ...]], ...] = ()

    def values(self, name: str) -> tuple[Value, ...]:
        """Return the possible values of one field."""
        return next(values for field, values in self.fields if field == name)

    def as_json(self) -> dict[str, Any]:
        return {"type": self.type} | {name: list(values) for name, values in self.fields}


def choice(type: str, **fields: Iterable[Value]) -> Choice:
    """Return a choice, written like its move: `choice("announce", number=(1, 2))`."""
    return Choice(type, tuple((name, tuple(values)) for name, values in fields.items()))


def count(choices: Iterable[Choice]) -> int:
    """Return how many moves the choices represent."""
    return sum(map(size, choices))


def size(entry: Choice) -> int:
    """Return how many moves one choice represents."""
    return prod(len(values) for _, values in entry.fields)


def expand(entry: Choice) -> tuple[dict[str, Any], ...]:
    """Return every move of one choice as the JSON object that a client would send."""
    names = [name for name, _ in entry.fields]
    return tuple(
        {"type": entry.type}
        | {name: value for name, value in zip(names, values, strict=True) if value is not None}
        for values in product(*(values for _, values in entry.fields))
    )


def encode(choices: Iterable[Choice]) -> bytes:
    """Return the choices as JSON, as they are sent to clients."""
    return json.encode([entry.as_json() for entry in choices])
