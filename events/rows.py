"""Rows that every request reads: the ORM's models, without the ORM building the query each time.

Building a query takes about ten times as long as the database takes to answer it.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.expressions import Col

M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any, Any, Any], Any]


class Rows(Generic[M]):
    """The rows of a table that fulfil a condition, which is SQL with %s for each value."""

    def __init__(self, model: type[M], condition: str, *, locked: bool = False) -> None:
        self._model = model
        self._fields = model._meta.concrete_fields
        columns = ", ".join(f'"{field.column}"' for field in self._fields)
        self._sql = f'SELECT {columns} FROM "{model._meta.db_table}" WHERE {condition}'
        self._locked = locked
        self._converters: dict[str, list[tuple[int, Col, list[Converter]]]] = {}

    def all(self, *values: str | int) -> list[M]:
        """Every such row."""
        names = [field.attname for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(self._statement(), values)
            found = [list(row) for row in cursor.fetchall()]
        for row in found:
            for place, column, converters in self._conversions():
                for convert in converters:
                    row[place] = convert(row[place], column, connection)
        return [self._model.from_db(connection.alias, names, row) for row in found]

    def first(self, *values: str | int) -> M | None:
        """One such row."""
        return next(iter(self.all(*values)), None)

    def _statement(self) -> str:
        lock = self._locked and connection.features.has_select_for_update
        return f"{self._sql} FOR UPDATE" if lock else self._sql

    def _conversions(self) -> list[tuple[int, Col, list[Converter]]]:
        """What turns the database's values into the model's, by column."""
        if connection.vendor not in self._converters:
            columns = [Col(self._model._meta.db_table, field) for field in self._fields]
            each = [
                (
                    place,
                    column,
                    connection.ops.get_db_converters(column) + column.get_db_converters(connection),
                )
                for place, column in enumerate(columns)
            ]
            self._converters[connection.vendor] = [one for one in each if one[2]]
        return self._converters[connection.vendor]
