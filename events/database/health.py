"""The health of a database: whether its commits are durable, and its clock."""

from collections.abc import Mapping
from datetime import datetime

from django.db.backends.base.base import BaseDatabaseWrapper

FULL = 2
"""`PRAGMA synchronous`: sync at every commit; 3 is EXTRA."""
_DURABLE = ["fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names"]


def unsafe_settings(database: BaseDatabaseWrapper) -> list[str]:
    """Return the settings, as `name=value`, with which a power cut can lose committed rows."""
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            (level,) = cursor.fetchone()
            return [] if level >= FULL else [f"synchronous={level}"]
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [_DURABLE])
        return unsafe_of(dict(cursor.fetchall()))


def unsafe_of(settings: Mapping[str, str]) -> list[str]:
    """Return those of PostgreSQL's settings with which committed rows can be lost."""
    unsafe = [name for name in _DURABLE[:3] if settings[name] == "off"]
    # Where standbys are waited for, these answer before a standby has the rows on its disk.
    early = ("local", "remote_write")
    if settings["synchronous_standby_names"] and settings["synchronous_commit"] in early:
        unsafe.append("synchronous_commit")
    return [f"{name}={settings[name]}" for name in unsafe]


def database_time(database: BaseDatabaseWrapper) -> datetime | None:
    """Return the time on the machine of the database; None for SQLite, which has no other."""
    if database.vendor == "sqlite":
        return None
    with database.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)
    return now
