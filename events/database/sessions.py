"""Which other processes have a database open."""

import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE_SECONDS = 3.0
"""How long connections may take to close after their process has ended."""
PAUSE_SECONDS = 0.1


def is_in_use(database: BaseDatabaseWrapper) -> bool:
    """Whether other connections of ours are open, of this process or another; closes this one.

    On PostgreSQL those of other programs, with another `application_name`, do not count; on SQLite
    they do.
    """
    database.close()
    deadline = monotonic() + PATIENCE_SECONDS
    while in_use := _is_in_use_now(database):
        if monotonic() > deadline:
            break
        sleep(PAUSE_SECONDS)
    return in_use


def _is_in_use_now(database: BaseDatabaseWrapper) -> bool:
    if database.vendor == "postgresql":
        return _has_sessions(database)
    return _is_open(Path(database.settings_dict["NAME"]))


def _has_sessions(database: BaseDatabaseWrapper) -> bool:
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = %s AND pid <> pg_backend_pid()",
            [database.settings_dict["OPTIONS"]["application_name"]],
        )
        (found,) = cursor.fetchone()
    database.close()
    return bool(found)


def _is_open(path: Path) -> bool:
    """Whether a connection that has read or written is open: it prevents exclusive locking."""
    if not path.exists():
        return False
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as probe:
        try:
            probe.execute("PRAGMA locking_mode=EXCLUSIVE")
            probe.execute("BEGIN EXCLUSIVE")
            probe.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return True
    return False
