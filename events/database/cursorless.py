"""Statements without Django's cursor, which costs more than most of them take in the database.

Execution wrappers (`connection.execute_wrapper`) see these statements as well. While queries are
logged, a cursor is used, so that they are logged too.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from events.database.statements import Found

_VALUE = re.compile(r"(?<!%)%s")


class CursorlessMixin(BaseDatabaseWrapper, ABC):
    """A Django database connection that can execute statements without a cursor."""

    @property
    def prepares(self) -> bool:
        """Whether statements are executed without a cursor."""
        return True

    def fetch(self, sql: str, values: Sequence[Any]) -> Found:
        """Execute a statement, with %s for each value; return its rows, if it returns any."""
        if self.queries_logged or not self.prepares:
            with self.cursor() as cursor:
                cursor.execute(sql, values)
                return list(cursor.fetchall()) if cursor.description else []
        return self._execute(self._fetched, sql, values, many=False)

    def execute_rows(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Execute a statement once for each row of values."""
        if self.queries_logged or not self.prepares:
            with self.cursor() as cursor:
                cursor.executemany(sql, rows)
        else:
            self._execute(self._written, sql, rows, many=True)

    @abstractmethod
    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        """Execute a statement on this database without a cursor; the connection is open."""

    def _written(self, sql: str, rows: Sequence[Sequence[Any]]) -> Found:
        for row in rows:
            self._fetched(sql, row)
        return []

    def _execute(
        self, do: Callable[[str, Any], Found], sql: str, values: Sequence[Any], *, many: bool
    ) -> Found:
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        self.close_if_health_check_failed()
        self.ensure_connection()

        def execute(sql: str, values: Any, many: bool, context: object) -> Found:
            with self.wrap_database_errors:
                return do(sql, values)

        for wrapper in reversed(self.execute_wrappers):
            execute = partial(wrapper, execute)
        return execute(sql, values, many, {"connection": self, "cursor": None})


@lru_cache(maxsize=1000)
def around_values(sql: str) -> list[str]:
    """Split a statement at its %s placeholders, with %% replaced by a percent sign."""
    return [part.replace("%%", "%") for part in _VALUE.split(sql)]
