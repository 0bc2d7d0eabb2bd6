"""Django's backend for PostgreSQL, without three things that it does slowly.

It would check the connection with `SELECT 1` at the beginning of every request, one of the seven
round trips of a move. A server that is gone has closed the socket, which makes it readable: so only
a readable connection is checked with a query. It would parse timestamps in Python code, which
takes six times as long as `datetime.fromisoformat`. And it has cursors (../cursorless.py).
"""

import select
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from psycopg.abc import Buffer
from psycopg.adapt import Loader

from events.database.cursorless import CursorlessMixin
from events.database.postgresql.prepared import Statements
from events.database.statements import Found


class DatabaseWrapper(CursorlessMixin, base.DatabaseWrapper):
    """Django's, with faster connection checks, timestamp parsing, and commits."""

    @property
    def prepares(self) -> bool:
        """Whether statements are prepared: not behind a proxy that shares connections (pooling)."""
        return bool(self.settings_dict["PREPARES"])

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect, and parse timestamps with `datetime.fromisoformat`."""
        connection = super().get_new_connection(conn_params)
        connection.adapters.register_loader("timestamptz", _TimestampLoader)
        self._statements = Statements(connection)
        return connection

    def is_usable(self) -> bool:
        """Whether the connection works; queries the server only after an error or if readable."""
        connected = not (self.errors_occurred or self.connection.closed)
        if connected and not _is_readable(self.connection.fileno()):
            return True
        return super().is_usable()

    def _fetched(self, sql: str, values: Sequence[Any]) -> Found:
        return self._statements.fetch(sql, values)

    def _commit(self) -> None:
        if self.connection is not None:
            with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
                self._statements.commit()


class _TimestampLoader(Loader):
    timezone = UTC
    """Django compares it with the connection's, and registers its own loader if they differ."""

    def load(self, data: Buffer) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


def _is_readable(descriptor: int) -> bool:
    """Whether a socket has input, an error or its end to read; never waits."""
    watch = select.poll()
    watch.register(descriptor)
    return bool(watch.poll(0)[0][1] & ~select.POLLOUT)
