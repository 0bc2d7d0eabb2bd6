"""Statements of our own, sent as they stand (config/database/quick.py)."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from django.db import connection

Found = list[tuple[Any, ...]]


class _Database(Protocol):
    def fetched(self, sql: str, values: Sequence[Any]) -> Found: ...

    def written(self, sql: str, rows: Sequence[Sequence[Any]]) -> None: ...


def fetched(sql: str, values: Sequence[Any] = ()) -> Found:
    """The rows that a statement returns, if it returns any; %s stands for each value."""
    return cast(_Database, connection).fetched(sql, values)


def written(sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Have a statement done for each of some rows."""
    cast(_Database, connection).written(sql, rows)
