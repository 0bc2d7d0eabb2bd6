"""Statements that are prepared when they first come, and sent without a cursor.

What is left is what psycopg offers below its cursors: values to bytes, libpq, bytes to rows. Other
threads go on while libpq waits; a signal to this one is heard when it has its answer.
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

from config.database.quick import around_values
from events.sql import Found

Prepared = tuple[str, tuple[int, ...]]
"""A statement, and the types of its values."""


class Statements:
    """The statements that a connection has prepared."""

    def __init__(self, connection: "Connection[Any]") -> None:
        self._connection = connection
        self._names: dict[Prepared, bytes] = {}
        self._numbers = count()

    def fetched(self, sql: str, values: Sequence[Any]) -> Found:
        """The rows that it returns, if it returns any; inside a transaction where one is wanted."""
        wire = self._connection.pgconn
        if wire.transaction_status == TransactionStatus.IDLE and not self._connection.autocommit:
            _checked(wire.exec_(b"BEGIN"))
        translated = Transformer(self._connection)
        sent = translated.dump_sequence(values, [PyFormat.AUTO] * len(values))
        result = self._result((sql, translated.types or ()), sent, translated.formats)
        translated.set_pgresult(result)
        return translated.load_rows(0, result.ntuples, tuple)

    def commit(self) -> None:
        """End the transaction, if there is one; an error if there is nothing left to commit."""
        wire = self._connection.pgconn
        if wire.transaction_status == TransactionStatus.IDLE:
            return
        if _checked(wire.exec_(b"COMMIT")).command_status != b"COMMIT":
            raise InFailedSqlTransaction("something in the transaction had failed")

    def _result(self, statement: Prepared, sent: Any, formats: Any) -> PGresult:
        wire = self._connection.pgconn
        try:
            return _checked(wire.exec_prepared(self._name(statement), sent, formats))
        except FeatureNotSupported:  # a migration has changed the type of what it returns
            del self._names[statement]
            if wire.transaction_status != TransactionStatus.IDLE:
                raise
            return _checked(wire.exec_prepared(self._name(statement), sent, formats))

    def _name(self, statement: Prepared) -> bytes:
        if statement not in self._names:
            name = f"gobelet_{next(self._numbers)}".encode()
            sql, types = statement
            first, *rest = around_values(sql)
            numbered = first + "".join(f"${place}{part}" for place, part in enumerate(rest, 1))
            _checked(self._connection.pgconn.prepare(name, numbered.encode(), types))
            self._names[statement] = name
        return self._names[statement]


def _checked(result: PGresult) -> PGresult:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    if result.error_field(DiagnosticField.SQLSTATE):
        raise error_from_result(result)
    raise OperationalError(result.get_error_message())  # from libpq: the connection is lost
