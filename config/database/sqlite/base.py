"""Django's backend for SQLite, in which transactions take turns (turnstile.py).

All of ours write (`transaction_mode` IMMEDIATE), so each waits at the turnstile before it begins.
"""

from typing import Any

from django.db.backends.sqlite3 import base

from config.database.sqlite.turnstile import Turnstile
from events.baton import baton


class DatabaseWrapper(base.DatabaseWrapper):
    """The same, without SQLite's sleeping and looking again."""

    _turnstile: Turnstile | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            self._turnstile = Turnstile(str(self.settings_dict["NAME"]))
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        if self._turnstile:
            with baton.laid_down():
                self._turnstile.enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> Any:
        try:
            with baton.laid_down():
                return super()._commit()  # type: ignore[misc]
        finally:
            self._leave()

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

    def _leave(self) -> None:
        if self._turnstile:
            self._turnstile.leave()
