"""Resolves the fields of all struct types before several threads could do so at once."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.json import Decoder


def struct_types_resolve() -> None:
    """Resolve the annotations of every struct type that is defined so far.

    msgspec resolves them when a type is first decoded, and crashes the process if two threads then
    decode the same type (0.22).
    """
    for kind in set(subtypes(Struct)):
        Decoder(kind)


def subtypes(kind: type[Struct]) -> Iterator[type[Struct]]:
    """Return all types below this one; one with several bases as often."""
    for subtype in kind.__subclasses__():
        yield subtype
        yield from subtypes(subtype)
