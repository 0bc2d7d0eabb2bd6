"""Prepared queries: model instances without the ORM building the query for every request.

Building a query takes about ten times as long as the database takes to answer it, and creating an
instance through its model's `__init__` three times as long as setting its attributes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models import QuerySet
from django.db.models.base import ModelState
from django.db.models.expressions import Col
from msgspec.json import encode

from events.database.statements import fetch

M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any, Any, Any], Any]
Conversion = tuple[str, Col, list[Converter]]


Value = str | int | list[str]
AMONG = {
    "postgresql": "IN (SELECT few FROM unnest(%s::text[]) few WHERE few = few || '')",
    "sqlite": "IN (SELECT value FROM json_each(%s))",
}
"""SQL that replaces {among} in a condition; the value is a list. On PostgreSQL it makes the planner
expect a short list, for the reason given in `recordset` (events/database/statements.py)."""


class PreparedQuery(Generic[M]):
    """The rows of a table that fulfil a condition, which is SQL with %s for each value.

    `only` names the fields to read, None for all. `along` names foreign keys whose rows are read in
    the same statement, with their fields to read. The condition calls the table itself `this`.
    `locked` names the tables whose rows are locked until the transaction ends; other transactions
    may still insert foreign keys to them. SQLite has no row locks and ignores it.
    """

    def __init__(
        self,
        model: type[M],
        condition: str,
        *,
        only: Sequence[str] | None = None,
        along: Mapping[str, Sequence[str] | None] | None = None,
        locked: Sequence[str] = (),
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
        self._locking = f" FOR NO KEY UPDATE OF {whose}" if locked else ""

    def all(self, *values: Value) -> list[M]:
        """Return all rows that fulfil the condition."""
        return self._all(values, self._locking)

    def all_free(self, *values: Value) -> list[M]:
        """Return the rows that fulfil the condition, without those locked by other transactions."""
        return self._all(values, f"{self._locking} SKIP LOCKED")

    def _all(self, values: Sequence[Value], locking: str) -> list[M]:
        database = connections[DEFAULT_DB_ALIAS]
        lock = locking if database.features.has_select_for_update else ""
        sql = self._sql.replace("{among}", AMONG[database.vendor])
        if database.vendor == "sqlite":
            values = tuple(encode(v).decode() if isinstance(v, list) else v for v in values)
        found = fetch(sql + lock, values)
        instances: list[M] = [self._own.build(row, database) for row in found]
        for part in self._others:
            others: dict[Any, Any] = {None: None}
            for one, row in zip(instances, found, strict=True):
                key = row[part.key]
                if key not in others:
                    others[key] = part.build(row, database)
                one._state.fields_cache[part.name] = others[key]
        return instances

    def first(self, *values: Value) -> M | None:
        """Return the first row that fulfils the condition, or None."""
        return next(iter(self.all(*values)), None)


def _fields(model: Any, wanted: Sequence[str] | None) -> list[Any]:
    return [f for f in model._meta.concrete_fields if wanted is None or f.name in wanted]


class _Part:
    """The columns of one model in a statement that may read several."""

    def __init__(self, name: str, model: Any, fields: Sequence[Any], start: int) -> None:
        self.name = name
        self.fields = fields
        self._model = model
        self._places = slice(start, start + len(fields))
        self._names = [field.attname for field in fields]
        self.key = start + self._names.index(model._meta.pk.attname)
        """The index of the primary key's column, which is NULL where a joined row is missing."""
        self._converters: dict[str, list[Conversion]] = {}

    def columns(self) -> list[str]:
        return [f'"{self.name}"."{field.column}"' for field in self.fields]

    def build(self, row: Sequence[Any], database: Any) -> Any:
        """Build the instance as the ORM would; fields that were not read are deferred."""
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
        """The fields whose database values need conversion, with their converters."""
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


PAGE = 500


def iterate_ids(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    """Yield the primary keys in order, with a query for each page and nothing locked in between."""
    ordered = rows.order_by("pk")
    page = list(ordered.values_list("pk", flat=True)[:PAGE])
    while page:
        yield from page
        page = list(ordered.filter(pk__gt=page[-1]).values_list("pk", flat=True)[:PAGE])
