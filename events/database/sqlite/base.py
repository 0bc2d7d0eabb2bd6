"""Django's backend for SQLite, with a fair queue for transactions (writer_queue.py).

All our transactions write (`transaction_mode` IMMEDIATE), so each waits in the queue before it
begins. SQLite would sync to disk inside a commit, before the next transaction may begin. Here the
next one begins at once, and a commit returns when the write-ahead log has been synced: the same
durability, with the syncs of several transactions overlapping.
"""

import os
from collections.abc import Sequence
from typing import Any

from django.db.backends.sqlite3 import base

from events.database.cursorless import CursorlessMixin, around_values
from events.database.sqlite.writer_queue import WriterQueue
from events.database.statements import Found
from events.database.write_turn import write_turn


class DatabaseWrapper(CursorlessMixin, base.DatabaseWrapper):
    """Django's, without SQLite's sleep and retry on a lock and its sync inside the lock."""

    _writer_queue: WriterQueue | None = None
    _wal: int | None = None
    """Descriptor of the write-ahead log, which stays the same file while we are connected."""

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
            with write_turn.laid_down():
                self._writer_queue.enter()
        try:
            self._set_sync(False)
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_queue()
            raise

    def _commit(self) -> Any:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._leave_queue()
        with write_turn.laid_down():
            self._sync()

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
            if self._wal is not None:
                os.close(self._wal)
                self._wal = None

    def _leave_queue(self) -> None:
        if self._writer_queue:
            self._writer_queue.leave()
            if not self.connection.in_transaction:
                self._set_sync(True)

    def _set_sync(self, on_commit: bool) -> None:
        """Set whether SQLite itself syncs on commit; for writes without BEGIN it always does."""
        if self._writer_queue:
            self.connection.execute(f"PRAGMA synchronous={'FULL' if on_commit else 'NORMAL'}")

    def _sync(self) -> None:
        """Return once everything that is committed by now is on disk."""
        if not self._writer_queue:
            return
        if self._wal is None:
            self._wal = os.open(f"{self.settings_dict['NAME']}-wal", os.O_RDONLY | os.O_CLOEXEC)
        os.fdatasync(self._wal)
