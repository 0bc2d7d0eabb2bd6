"""Statements of our own without a cursor: Django's costs more than most of them do in the database.

Whoever wraps the execution of statements sees these as well; whoever logs them gets a cursor's.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from events.sql import Found

_VALUE = re.compile(r"(?<!%)%s")


class Quick(BaseDatabaseWrapper, ABC):
    """A database connection of Django's that can do without its cursor."""

    @property
    def prepares(self) -> bool:
        """Whether it does."""
        return True

    def fetched(self, sql: str, values: Sequence[Any]) -> Found:
        """The rows that a statement returns, if it returns any; %s stands for each value."""
        if self.queries_logged or not self.prepares:
            with self.cursor() as cursor:
                cursor.execute(sql, values)
                return list(cursor.fetchall()) if cursor.description else []
        return self._execute(self._fetched, sql, values, many=False)

    def written(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Have a statement done for each of some rows."""
        if self.queries_logged or not self.prepares:
            with self.cursor() as cursor:
                cursor.executemany(sql, rows)
        else:
            self._execute(self._written, sql, rows, many=True)

    @abstractmethod
    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        """What `fetched` does on this database, once all is ready for it."""

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
    """What stands before, between and after the values, where %% is a percent sign."""
    return [part.replace("%%", "%") for part in _VALUE.split(sql)]
