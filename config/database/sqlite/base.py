"""Django's backend for SQLite, in which transactions take turns (turnstile.py).

All of ours write (`transaction_mode` IMMEDIATE), so each waits at the turnstile before it begins.
SQLite would have whoever commits wait for the disk before the next may begin. Here the next one
begins at once, and a transaction returns when the log that it was written to has been synced: the
same promise, with several under way to the disk together.
"""

import os
from collections.abc import Sequence
from typing import Any

from django.db.backends.sqlite3 import base

from config.database.quick import Quick, around_values
from config.database.sqlite.turnstile import Turnstile
from events.baton import baton
from events.sql import Found


class DatabaseWrapper(Quick, base.DatabaseWrapper):
    """The same, without SQLite's sleeping and looking again, or its waiting inside the lock."""

    _turnstile: Turnstile | None = None
    _log: int | None = None
    """The write-ahead log; it stays the same file as long as we are connected."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            self._turnstile = Turnstile(str(self.settings_dict["NAME"]))
        return super().get_new_connection(conn_params)

    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        found: Found = self.connection.execute("?".join(around_values(sql)), values).fetchall()
        return found

    def _written(self, sql: str, rows: Sequence[Sequence[Any]]) -> Found:
        self.connection.executemany("?".join(around_values(sql)), rows)
        return []

    def _start_transaction_under_autocommit(self) -> None:
        if self._turnstile:
            with baton.laid_down():
                self._turnstile.enter()
        try:
            self._wait_for_disk(False)
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> Any:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._leave()
        with baton.laid_down():
            self._sync()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            if self._turnstile:
                self._turnstile.close()
                self._turnstile = None
            if self._log is not None:
                os.close(self._log)
                self._log = None

    def _leave(self) -> None:
        if self._turnstile:
            self._turnstile.leave()
            if not self.connection.in_transaction:
                self._wait_for_disk(True)

    def _wait_for_disk(self, wait: bool) -> None:
        """Whether SQLite itself waits for it; what is written without BEGIN always does."""
        if self._turnstile:
            self.connection.execute(f"PRAGMA synchronous={'FULL' if wait else 'NORMAL'}")

    def _sync(self) -> None:
        """Return when everything that is committed by now is on the disk."""
        if not self._turnstile:
            return
        if self._log is None:
            self._log = os.open(f"{self.settings_dict['NAME']}-wal", os.O_RDONLY | os.O_CLOEXEC)
        os.fdatasync(self._log)
