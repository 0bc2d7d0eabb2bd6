"""Rows that every request reads: the ORM's models, without the ORM building the query each time.

Building a query takes about ten times as long as the database takes to answer it, and making a
model's instance through its `__init__` three times as long as filling in its attributes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.base import ModelState
from django.db.models.expressions import Col
from msgspec.json import encode

from events.sql import fetched

M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any, Any, Any], Any]
Conversion = tuple[str, Col, list[Converter]]


Value = str | int | list[str]
AMONG = {
    "postgresql": "IN (SELECT few FROM unnest(%s::text[]) few WHERE few = few || '')",
    "sqlite": "IN (SELECT value FROM json_each(%s))",
}
"""What a condition has for {among}: the value is a list, which PostgreSQL is told to be a short
one, for the reason given in `recordset` (events/writes.py)."""


class Rows(Generic[M]):
    """The rows of a table that fulfil a condition, which is SQL with %s for each value.

    `only` names the fields wanted, None for all. `along` names foreign keys whose rows are read in
    the same statement, with the fields wanted of them; in the condition the table itself is then
    called `this`. `locked` names whose rows nobody else may lock until the transaction ends; with
    `keys` others may still refer to them.
    """

    def __init__(
        self,
        model: type[M],
        condition: str,
        *,
        only: Sequence[str] | None = None,
        along: Mapping[str, Sequence[str] | None] | None = None,
        locked: Sequence[str] = (),
        keys: bool = False,
    ) -> None:
        self._own = _Part("this", model, _fields(model, only), 0)
        self._others: list[_Part] = []
        joins, start = "", len(self._own.fields)
        for name, wanted in (along or {}).items():
            key: Any = model._meta.get_field(name)
            other = key.related_model
            fields = _fields(other, wanted)
            self._others.append(_Part(name, other, fields, start))
            start += len(fields)
            joins += (
                f' {"LEFT " if key.null else ""}JOIN "{other._meta.db_table}" "{name}"'
                f' ON "{name}"."{other._meta.pk.column}" = this."{key.column}"'
            )
        columns = ", ".join(c for part in (self._own, *self._others) for c in part.columns())
        self._sql = f'SELECT {columns} FROM "{model._meta.db_table}" this{joins} WHERE {condition}'
        whose = ", ".join(f'"{name}"' for name in locked)
        self._locking = f" FOR {'NO KEY ' if keys else ''}UPDATE OF {whose}" if locked else ""

    def all(self, *values: Value) -> list[M]:
        """Every such row."""
        return self._all(values, self._locking)

    def all_free(self, *values: Value) -> list[M]:
        """Every such row that nobody else has locked."""
        return self._all(values, f"{self._locking} SKIP LOCKED")

    def _all(self, values: Sequence[Value], locking: str) -> list[M]:
        database = connections[DEFAULT_DB_ALIAS]
        lock = locking if database.features.has_select_for_update else ""
        sql = self._sql.replace("{among}", AMONG[database.vendor])
        if database.vendor == "sqlite":
            values = tuple(encode(v).decode() if isinstance(v, list) else v for v in values)
        found = fetched(sql + lock, values)
        made: list[M] = [self._own.made(row, database) for row in found]
        for part in self._others:
            others: dict[Any, Any] = {None: None}
            for one, row in zip(made, found, strict=True):
                key = row[part.key]
                if key not in others:
                    others[key] = part.made(row, database)
                one._state.fields_cache[part.name] = others[key]
        return made

    def first(self, *values: Value) -> M | None:
        """One such row."""
        return next(iter(self.all(*values)), None)


def _fields(model: Any, wanted: Sequence[str] | None) -> list[Any]:
    return [f for f in model._meta.concrete_fields if wanted is None or f.name in wanted]


class _Part:
    """The columns of one model among those of a statement."""

    def __init__(self, name: str, model: Any, fields: Sequence[Any], start: int) -> None:
        self.name = name
        self.fields = fields
        self._model = model
        self._places = slice(start, start + len(fields))
        self._names = [field.attname for field in fields]
        self.key = start + self._names.index(model._meta.pk.attname)
        """The place of the primary key, which is NULL where there is no such row."""
        self._converters: dict[str, list[Conversion]] = {}

    def columns(self) -> list[str]:
        return [f'"{self.name}"."{field.column}"' for field in self.fields]

    def made(self, row: Sequence[Any], database: Any) -> Any:
        """The instance that the ORM would make; fields that were not read are read when needed."""
        instance = self._model.__new__(self._model)
        state = instance._state = ModelState()
        state.adding, state.db = False, database.alias
        values = instance.__dict__
        values.update(zip(self._names, row[self._places], strict=True))
        for name, column, converters in self._conversions(database):
            for convert in converters:
                values[name] = convert(values[name], column, database)
        return instance

    def _conversions(self, database: Any) -> list[Conversion]:
        """What turns the database's values into the model's."""
        if database.vendor not in self._converters:
            columns = [Col(self._model._meta.db_table, field) for field in self.fields]
            each = [
                (
                    name,
                    column,
                    database.ops.get_db_converters(column) + column.get_db_converters(database),
                )
                for name, column in zip(self._names, columns, strict=True)
            ]
            self._converters[database.vendor] = [one for one in each if one[2]]
        return self._converters[database.vendor]
