"""Django's backend for PostgreSQL, without three things that it does slowly.

It would ask `SELECT 1` at the beginning of every request, one of the seven round trips of a move. A
server that has gone away has closed its end, and a connection at its end can be read from: so only
one that can is asked. It would take moments apart in Python, six times as slow as Python's own way
to read them. And it has cursors (config/database/quick.py).
"""

import select
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from config.database.postgresql.statements import Statements
from config.database.quick import Quick
from events.sql import Found


class DatabaseWrapper(Quick, base.DatabaseWrapper):
    """The same, quicker to see that a connection still stands, to read moments, and to commit."""

    @property
    def prepares(self) -> bool:
        """Not behind a proxy that hands one connection to many."""
        return bool(self.settings_dict["PREPARES"])

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; moments are read by Python."""
        connection = super().get_new_connection(conn_params)
        connection.adapters.register_loader("timestamptz", _MomentLoader)
        self._statements = Statements(connection)
        return connection

    def is_usable(self) -> bool:
        """Whether the connection stands; asked for certain after an error or when it has news."""
        connected = not (self.errors_occurred or self.connection.closed)
        if connected and not _has_news(self.connection.fileno()):
            return True
        return super().is_usable()

    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        return self._statements.fetched(sql, values)

    def _commit(self) -> None:
        if self.connection is not None:
            with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
                self._statements.commit()


class _MomentLoader(Loader):
    timezone = UTC
    """Django asks for it, and takes its own way for connections of another one."""

    def load(self, data: Buffer) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


def _has_news(descriptor: int) -> bool:
    watch = select.poll()
    watch.register(descriptor)
    return bool(watch.poll(0)[0][1] & ~select.POLLOUT)
