"""Statements that are prepared when they first come, and sent without a cursor.

What is left is what psycopg offers below its cursors: values to bytes, libpq, bytes to rows.
"""

from collections.abc import Sequence
from typing import Any

from psycopg import Connection
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import InFailedSqlTransaction, OperationalError, error_from_result
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

Prepared = tuple[str, tuple[int, ...]]


class Statements:
    """The statements that a connection has prepared."""

    def __init__(self, connection: "Connection[Any]") -> None:
        self._connection = connection
        self._names: dict[Prepared, bytes] = {}

    def fetched(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows that it returns, if it returns any; inside a transaction where one is wanted."""
        wire = self._connection.pgconn
        if wire.transaction_status == TransactionStatus.IDLE and not self._connection.autocommit:
            _done(wire.exec_(b"BEGIN"))
        translated = Transformer(self._connection)
        sent: Any = translated.dump_sequence(values, [PyFormat.AUTO] * len(values))
        name = self._prepared(sql, translated.types or ())
        result = _done(wire.exec_prepared(name, sent, translated.formats))
        translated.set_pgresult(result)
        return translated.load_rows(0, result.ntuples, tuple)

    def commit(self) -> None:
        """End the transaction, if there is one; an error if there is nothing left to commit."""
        wire = self._connection.pgconn
        if wire.transaction_status == TransactionStatus.IDLE:
            return
        if _done(wire.exec_(b"COMMIT")).command_status != b"COMMIT":
            raise InFailedSqlTransaction("something in the transaction had failed")

    def _prepared(self, sql: str, types: tuple[int, ...]) -> bytes:
        """The name of the statement for values of these types."""
        name = self._names.get((sql, types))
        if name is None:
            name = f"gobelet_{len(self._names)}".encode()
            first, *rest = sql.split("%s")
            numbered = first + "".join(f"${place}{part}" for place, part in enumerate(rest, 1))
            _done(self._connection.pgconn.prepare(name, numbered.encode(), types))
            self._names[sql, types] = name
        return name


def _done(result: PGresult) -> PGresult:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    if result.error_field(DiagnosticField.SQLSTATE):
        raise error_from_result(result)
    raise OperationalError(result.get_error_message())  # the server itself has said nothing
