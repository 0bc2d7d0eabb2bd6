"""The mark of a database that is being moved: a table that exists only meanwhile.

In the target it lists how far the move has come, and it is dropped when the move is complete. In
the source it stays, together with triggers that refuse every write: of two copies only one is
played on, even by a process that started before the move.
"""

import json
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "gobelet_move"
FENCE = "gobelet_fence"
OPERATIONS = ("INSERT", "UPDATE", "DELETE")
LOCK_WAIT = "10s"
"""How long PostgreSQL waits for transactions that use a table which is to be fenced."""

Role = Literal["source", "target"]


class Mark(NamedTuple):
    """Which move a database takes part in."""

    role: Role
    move_id: str
    other: str
    """The other database, described without a password."""


def read_mark(database: BaseDatabaseWrapper) -> Mark | None:
    """Return the mark of a database, or None if it takes part in no move."""
    if TABLE not in database.introspection.table_names():
        return None
    said = _values(database)
    return Mark(said["role"], said["move_id"], said["other"])


def write_mark(database: BaseDatabaseWrapper, mark: Mark) -> None:
    """Mark a database, with no step done."""
    with transaction.atomic(using=database.alias), database.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {TABLE} (name varchar(200) PRIMARY KEY, value text NOT NULL)")
        cursor.executemany(
            f"INSERT INTO {TABLE} (name, value) VALUES (%s, %s)",
            [(name, json.dumps(value)) for name, value in mark._asdict().items()],
        )


def remove_mark(database: BaseDatabaseWrapper) -> None:
    """Remove the mark."""
    with database.cursor() as cursor:
        cursor.execute(f"DROP TABLE {TABLE}")


def steps_done(database: BaseDatabaseWrapper) -> dict[str, list[object]]:
    """Return what each step of the move has recorded in this target."""
    return {
        name.removeprefix("step "): value
        for name, value in _values(database).items()
        if name.startswith("step ")
    }


def record_step(database: BaseDatabaseWrapper, step: str, value: list[object]) -> None:
    """Record how far a step has come, in the transaction of what it wrote."""
    with database.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {TABLE} (name, value) VALUES (%s, %s)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [f"step {step}", json.dumps(value)],
        )


def raise_fence(database: BaseDatabaseWrapper, tables: Iterable[str], mark: Mark) -> None:
    """Mark a source and let it refuse every write to these tables, all at once or not at all."""
    with transaction.atomic(using=database.alias):
        with database.cursor() as cursor:
            if database.vendor == "postgresql":
                cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_WAIT}'")
                cursor.execute(_REFUSE)
            for table in tables:
                for statement in _fence(database.vendor, table):
                    cursor.execute(statement)
        write_mark(database, mark)


def lower_fence(database: BaseDatabaseWrapper, tables: Iterable[str]) -> None:
    """Remove the mark of a source and let it take writes again."""
    with transaction.atomic(using=database.alias):
        with database.cursor() as cursor:
            if database.vendor == "postgresql":
                cursor.execute(f"DROP FUNCTION {FENCE}() CASCADE")
            else:
                for table in tables:
                    for operation in OPERATIONS:
                        cursor.execute(f"DROP TRIGGER {_name(table, operation)}")
        remove_mark(database)


def moved_text(database: BaseDatabaseWrapper) -> str | None:
    """Return why a database must not be used and what to do; None if it is not being moved."""
    mark = read_mark(database)
    if mark is None:
        return None
    if mark.role == "target":
        return (
            f"This database is not complete: the move from {mark.other} has not finished. "
            "Run the same `manage.py move_database` again, with the old DATABASE_URL."
        )
    return (
        f"This database was moved to {mark.other}, or is being moved: set DATABASE_URL to that "
        "one. To use this one again, without what was played there since: "
        "`manage.py move_database --cancel`."
    )


def require_not_moved() -> None:
    """Raise if the database is being moved or was moved; server processes call this at start."""
    if text := moved_text(connection):
        raise ImproperlyConfigured(text)


def _values(database: BaseDatabaseWrapper) -> dict[str, Any]:
    with database.cursor() as cursor:
        cursor.execute(f"SELECT name, value FROM {TABLE}")
        return {name: json.loads(value) for name, value in cursor.fetchall()}


_REFUSE = f"""
CREATE OR REPLACE FUNCTION {FENCE}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'this database was moved: it refuses %', TG_OP;
END $$"""


def _fence(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [
            f"CREATE TRIGGER {FENCE} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION {FENCE}()"
        ]
    return [
        f"CREATE TRIGGER {_name(table, operation)} BEFORE {operation} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, 'this database was moved: it refuses {operation}'); END"
        for operation in OPERATIONS
    ]


def _name(table: str, operation: str) -> str:
    return f"{table}_{FENCE}_{operation.lower()}"
