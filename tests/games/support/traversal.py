"""One traversal of a match for several visitors, each of which fails alone."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from games.table import Table

Visitor: TypeAlias = Callable[[Table], object]


class Traversal:
    """Shows every position to every visitor that has not failed yet."""

    def __init__(self, visitors: Mapping[str, Visitor]) -> None:
        self._visitors = visitors
        self._failures: dict[str, Exception] = {}

    def visit(self, table: Table) -> None:
        for name, visitor in self._visitors.items():
            if name in self._failures:
                continue
            try:
                visitor(table)
            except Exception as failure:
                failure.add_note(f"{name}, after {len(table.log)} events")
                self._failures[name] = failure

    def check(self, name: str) -> None:
        """Raise what the visitor of that name has failed with, if it has."""
        assert name in self._visitors
        if name in self._failures:
            raise self._failures[name]
