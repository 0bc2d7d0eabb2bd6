"""Statements that are prepared on first use and executed without a cursor.

They use the layer of psycopg below its cursors: values to bytes, libpq, bytes to rows. Other
threads run while libpq waits; a signal to this thread is handled once libpq has its answer.
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

from psycopg import Connection
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import (
    FeatureNotSupported,
    InFailedSqlTransaction,
    OperationalError,
    error_from_result,
)
from psycopg.pq import DiagnosticField, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from events.database.cursorless import around_values
from events.database.statements import Found

Prepared = tuple[str, tuple[int, ...]]
"""The SQL of a statement, and the types (OIDs) of its values."""


class Statements:
    """The statements that one connection has prepared."""

    def __init__(self, connection: "Connection[Any]") -> None:
        self._connection = connection
        self._names: dict[Prepared, bytes] = {}
        self._numbers = count()

    def fetch(self, sql: str, values: Sequence[Any]) -> Found:
        """Execute a statement and return its rows, if any; without autocommit, in a transaction."""
        pgconn = self._connection.pgconn
        if pgconn.transaction_status == TransactionStatus.IDLE and not self._connection.autocommit:
            _check(pgconn.exec_(b"BEGIN"))
        transformer = Transformer(self._connection)
        params = transformer.dump_sequence(values, [PyFormat.AUTO] * len(values))
        result = self._result((sql, transformer.types or ()), params, transformer.formats)
        transformer.set_pgresult(result)
        return transformer.load_rows(0, result.ntuples, tuple)

    def commit(self) -> None:
        """Commit the transaction, if there is one; raise if it had failed and was rolled back."""
        pgconn = self._connection.pgconn
        if pgconn.transaction_status == TransactionStatus.IDLE:
            return
        if _check(pgconn.exec_(b"COMMIT")).command_status != b"COMMIT":
            raise InFailedSqlTransaction("a statement of the transaction had failed")

    def _result(self, statement: Prepared, params: Any, formats: Any) -> PGresult:
        pgconn = self._connection.pgconn
        try:
            return _check(pgconn.exec_prepared(self._name(statement), params, formats))
        except FeatureNotSupported:  # a migration has changed the type of its result
            del self._names[statement]
            if pgconn.transaction_status != TransactionStatus.IDLE:
                raise
            return _check(pgconn.exec_prepared(self._name(statement), params, formats))

    def _name(self, statement: Prepared) -> bytes:
        if statement not in self._names:
            name = f"gobelet_{next(self._numbers)}".encode()
            sql, types = statement
            first, *rest = around_values(sql)
            numbered = first + "".join(f"${place}{part}" for place, part in enumerate(rest, 1))
            _check(self._connection.pgconn.prepare(name, numbered.encode(), types))
            self._names[statement] = name
        return self._names[statement]


def _check(result: PGresult) -> PGresult:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    if result.error_field(DiagnosticField.SQLSTATE):
        raise error_from_result(result)
    raise OperationalError(result.get_error_message())  # from libpq: the connection is lost
