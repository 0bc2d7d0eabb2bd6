"""A lock under which servers that start at the same time migrate one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

MIGRATING = 0x60BE1E7
"""Key of the advisory lock."""


@contextmanager
def migration_lock(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the lock, on PostgreSQL; SQLite locks the whole file for each migration.

    It belongs to a transaction on a connection of its own: behind a proxy that shares connections a
    lock of the session would outlive us, and stay with a connection that others use.
    """
    if database.vendor != "postgresql":
        yield
        return
    own = database.copy()
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
        yield
        own.rollback()  # closing alone frees the lock a little later
    finally:
        own.close()
