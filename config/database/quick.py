"""Statements of our own without a cursor: Django's costs more than most of them do in the database.

Whoever wraps the execution of statements sees these as well; whoever logs them gets a cursor's.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper as Database
else:
    Database = object

Found = list[tuple[Any, ...]]


class Quick(Database):
    """A database connection of Django's that can do without its cursor."""

    def fetched(self, sql: str, values: Sequence[Any]) -> Found:
        """The rows that a statement returns, which has %s for each value."""
        return self._done(self._fetched, sql, values, many=False)

    def written(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Have a statement done for each of some rows."""
        self._done(self._written, sql, rows, many=True)

    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        raise NotImplementedError

    def _written(self, sql: str, rows: Sequence[Sequence[Any]]) -> Found:
        raise NotImplementedError

    def _done(
        self, do: Callable[[str, Any], Found], sql: str, values: Sequence[Any], *, many: bool
    ) -> Found:
        if self.queries_logged:
            return self._by_cursor(sql, values, many=many)
        self.validate_no_broken_transaction()
        self.close_if_health_check_failed()
        self.ensure_connection()

        def execute(sql: str, values: Any, many: bool, context: object) -> Found:
            with self.wrap_database_errors:
                return do(sql, values)

        for wrapper in reversed(self.execute_wrappers):
            execute = partial(wrapper, execute)
        return execute(sql, values, many, {"connection": self, "cursor": None})

    def _by_cursor(self, sql: str, values: Sequence[Any], *, many: bool) -> Found:
        with self.cursor() as cursor:
            (cursor.executemany if many else cursor.execute)(sql, values)
            return list(cursor.fetchall()) if cursor.description else []
