"""Statements that belong together and are sent together, each for any number of rows.

On PostgreSQL all of them go as one statement, in which the rows of each are one value: a round trip
costs more than all that it does there, and a statement whose text stays the same is prepared once.
None of them may touch a row that another does.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.db import connection, models
from msgspec import Struct

from events.sql import fetched, written


class Statement(Struct, frozen=True, cache_hash=True):
    """What is done with rows of these columns, of which each has a type of PostgreSQL's."""

    columns: tuple[tuple[str, str], ...]
    each: str
    """For one row, with %s for each of its values."""
    together: str
    """For all rows, which are called `r`."""

    @property
    def moments(self) -> list[int]:
        """The places of the columns that hold times."""
        return [place for place, (_, kind) in enumerate(self.columns) if kind == "timestamptz"]

    def of(self, rows: Iterable[Sequence[Any]]) -> "Write":
        """This statement about these rows."""
        return Write(self, list(rows))

    def as_one(self) -> str:
        """The statement for all rows, with %s for them."""
        return self.together.format(rows=recordset(self.columns, "postgresql"))


class Write(NamedTuple):
    """A statement, and the rows that it is about."""

    statement: Statement
    rows: list[Sequence[Any]]

    def as_json(self) -> str:
        """The rows as PostgreSQL gets them."""
        return records([name for name, _ in self.statement.columns], self.rows)


def records(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as the value that `recordset` takes."""
    together = [dict(zip(names, row, strict=True), few=True) for row in rows]
    return msgspec.json.encode(together).decode()


def recordset(columns: Iterable[tuple[str, str]], vendor: str) -> str:
    """SQL for rows called `r` with these columns, which come as one value: `records`; on PostgreSQL
    `r.nth` counts them.

    PostgreSQL takes any JSON list for a hundred rows, for which it would rather read a small table
    from end to end, and with the same plan still when that has grown. Of what must be equal to
    something it expects one row, and goes by the index from the beginning.
    """
    if vendor == "postgresql":
        typed = {name: f'"{name}" {kind}' for name, kind in (*columns, ("few", "text"))}
        read = f"json_to_recordset(%s::json) AS ({', '.join(typed.values())})"
        counted = f"ROWS FROM ({read}) WITH ORDINALITY r({', '.join(map(_quoted, typed))}, nth)"
        return f"(SELECT * FROM {counted} WHERE few = 'true') r"
    picked = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name, _ in columns)
    return f"(SELECT {picked} FROM json_each(%s)) r"


def _quoted(name: str) -> str:
    return f'"{name}"'


@lru_cache
def insertion(model: type[models.Model], names: tuple[str, ...], otherwise: str = "") -> Statement:
    """Rows for a table, with values for these columns; `otherwise` is SQL for those in the way."""
    fields = {field.column: field for field in model._meta.concrete_fields}
    columns = ", ".join(map(_quoted, names))
    values = ", ".join(_value(fields[name]) for name in names)
    into = f'INSERT INTO "{model._meta.db_table}" ({columns})'
    return Statement(
        tuple((name, _type(fields[name])) for name in names),
        each=f"{into} VALUES ({', '.join(['%s'] * len(names))}) {otherwise}",
        together=f"{into} SELECT {values} FROM {{rows}} {otherwise}",
    )


def creation(*instances: models.Model) -> Write:
    """New rows for instances of one model; keys that the database makes stay unknown."""
    model = type(instances[0])
    names = {field.attname: field.column for field in model._meta.concrete_fields}
    if isinstance(model._meta.pk, models.AutoField):
        del names[model._meta.pk.attname]
    for one in instances:
        one._state.adding = False
    rows = ([getattr(one, name) for name in names] for one in instances)
    return insertion(model, tuple(names.values())).of(rows)


def send(writes: Iterable[Write]) -> None:
    """Write all of it."""
    rows: dict[Statement, list[Sequence[Any]]] = {}
    for statement, more in writes:
        if more:
            rows.setdefault(statement, []).extend(more)
    if not rows:
        return
    if connection.vendor == "postgresql":
        fetched(_joined(tuple(rows)), [Write(*one).as_json() for one in rows.items()])
        return
    for statement, own in rows.items():
        written(statement.each, _adapted(own, statement.moments))


def _adapted(rows: Sequence[Sequence[Any]], moments: Sequence[int]) -> Sequence[Sequence[Any]]:
    """Times as the ORM would send them, so that its comparisons hold."""
    if not moments:
        return rows
    adapt, adapted = connection.ops.adapt_datetimefield_value, [list(row) for row in rows]
    for row in adapted:
        for place in moments:
            row[place] = adapt(row[place])
    return adapted


@lru_cache
def _joined(statements: tuple[Statement, ...]) -> str:
    *others, last = [statement.as_one() for statement in statements]
    if not others:
        return last
    return f"WITH {', '.join(f'w{n} AS ({one})' for n, one in enumerate(others))} {last}"


_TYPES: Mapping[str, str] = {
    "BigIntegerField": "bigint",
    "BooleanField": "boolean",
    "DateTimeField": "timestamptz",
    "IntegerField": "integer",
    "SmallIntegerField": "integer",
}


def _type(field: Any) -> str:
    stored = field.target_field if field.is_relation else field
    return _TYPES.get(stored.get_internal_type(), "text")


def _value(field: Any) -> str:
    """JSON has no bytes: they travel as msgspec writes them."""
    if field.get_internal_type() == "BinaryField":
        return f"decode(r.\"{field.column}\", 'base64')"
    return f'r."{field.column}"'
