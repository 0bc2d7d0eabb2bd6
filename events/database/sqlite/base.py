"""Django's backend for SQLite, with a fair queue for transactions (writer_queue.py).

All our transactions write (`transaction_mode` IMMEDIATE), so each waits in the queue before it
begins, and leaves it when its commit has been synced to disk.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.sqlite3 import base

from events.database.cursorless import CursorlessMixin, around_values
from events.database.sqlite.writer_queue import WriterQueue
from events.database.statements import Found


class DatabaseWrapper(CursorlessMixin, base.DatabaseWrapper):
    """Django's, without SQLite's sleep and retry on a lock."""

    _writer_queue: WriterQueue | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            self._writer_queue = WriterQueue(str(self.settings_dict["NAME"]))
        return super().get_new_connection(conn_params)

    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        found: Found = self.connection.execute("?".join(around_values(sql)), values).fetchall()
        return found

    def _written(self, sql: str, rows: Sequence[Sequence[Any]]) -> Found:
        self.connection.executemany("?".join(around_values(sql)), rows)
        return []

    def _start_transaction_under_autocommit(self) -> None:
        if self._writer_queue:
            self._writer_queue.enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_queue()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            if self._writer_queue:
                self._writer_queue.close()
                self._writer_queue = None

    def _leave_queue(self) -> None:
        if self._writer_queue:
            self._writer_queue.leave()
