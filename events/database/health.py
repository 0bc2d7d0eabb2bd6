"""The health of a database: whether its commits are durable, and its clock."""

from datetime import datetime

from django.db.backends.base.base import BaseDatabaseWrapper

FULL = 2
"""`PRAGMA synchronous`: sync at every commit; 3 is EXTRA."""


def unsafe_settings(database: BaseDatabaseWrapper) -> list[str]:
    """Return the settings, as `name=value`, with which a power cut can lose committed rows."""
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            (level,) = cursor.fetchone()
            return [] if level >= FULL else [f"synchronous={level}"]
        cursor.execute(
            "SELECT name || '=' || setting FROM pg_settings WHERE setting = 'off'"
            " AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name"
        )
        return [setting for (setting,) in cursor.fetchall()]


def database_time(database: BaseDatabaseWrapper) -> datetime | None:
    """Return the time on the machine of the database; None for SQLite, which has no other."""
    if database.vendor == "sqlite":
        return None
    with database.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime)
    return now
