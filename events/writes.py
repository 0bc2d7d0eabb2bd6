"""Statements that belong together and are sent together.

On PostgreSQL they go as one statement: a round trip costs more than all that it does there. None of
them may touch a row that another does.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection


class Write(NamedTuple):
    """A statement that reads nothing back, with %s for each value."""

    sql: str
    values: Sequence[Any]


def insertion(
    table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], *, first: str = "%s"
) -> Write:
    """Rows for a table; `first` is what stands for the first value of each.

    PostgreSQL gets them as one value, so that the statement is the same for any number of rows and
    is prepared once; psycopg takes statements of more than fifty values apart anew every time.
    """
    if connection.vendor == "postgresql" and first == "%s":
        return _insertion_as_json(table, columns, rows)
    marks = ", ".join([first] + ["%s"] * (len(columns) - 1))
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join([f"({marks})"] * len(rows))
    sql = f'INSERT INTO "{table}" ({names}) VALUES {values}'
    return Write(sql, [value for row in rows for value in row])


def _insertion_as_json(table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Write:
    names = ", ".join(f'"{column}"' for column in columns)
    records = msgspec.json.encode([dict(zip(columns, row, strict=True)) for row in rows])
    source = f'json_populate_recordset(NULL::"{table}", %s::json)'
    return Write(
        f'INSERT INTO "{table}" ({names}) SELECT {names} FROM {source}', [records.decode()]
    )


def send(writes: Iterable[Write]) -> None:
    """Write all of it."""
    with connection.cursor() as cursor:
        for sql, values in _joined(list(writes)):
            cursor.execute(sql, values)


def _joined(writes: list[Write]) -> list[Write]:
    if connection.vendor != "postgresql" or len(writes) < 2:
        return writes
    *others, last = writes
    named = ", ".join(f"w{number} AS ({write.sql})" for number, write in enumerate(others))
    return [Write(f"WITH {named} {last.sql}", [v for write in writes for v in write.values])]
