"""Whole rows of any table, with their keys, from one database to another; and its sequences."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

Rows = Iterable[Sequence[Any]]


def insert_rows(database: BaseDatabaseWrapper, model: type[models.Model], rows: Rows) -> None:
    """Insert rows with a value for every column, in this order; triggers see each of them."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    prepared = [
        [field.get_db_prep_save(value, database) for field, value in zip(fields, row, strict=True)]
        for row in rows
    ]
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            statement = f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN'
            with database.wrap_database_errors, cursor.copy(statement) as copy:
                for row in prepared:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(fields))
        cursor.executemany(
            f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})', prepared
        )


def sequence_values(database: BaseDatabaseWrapper) -> dict[str, int]:
    """Return for each table whose keys the database generates the last key that it generated."""
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return dict(cursor.fetchall())
        cursor.execute(
            "SELECT c.relname, pg_sequence_last_value(d.objid) FROM pg_depend d"
            " JOIN pg_class c ON c.oid = d.refobjid JOIN pg_class s ON s.oid = d.objid"
            " WHERE s.relkind = 'S' AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0"
            " AND pg_table_is_visible(c.oid)"
        )
        return {name: value for name, value in cursor.fetchall() if value is not None}


def set_sequence(database: BaseDatabaseWrapper, model: type[models.Model], last: int) -> None:
    """Make the next generated key of a table larger than `last`, and above that of any row."""
    table, key = model._meta.db_table, model._meta.pk.column
    with database.cursor() as cursor:
        cursor.execute(f'SELECT coalesce(max("{key}"), 0) FROM "{table}"')
        last = max(last, *cursor.fetchone())
        if not last:
            return
        if database.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, key, last])
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def gather_statistics(database: BaseDatabaseWrapper) -> None:
    """Let PostgreSQL plan queries for the rows that were just inserted."""
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("ANALYZE")
