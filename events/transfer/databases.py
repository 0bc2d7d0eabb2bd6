"""The two databases of a move: the target is Django's default connection, the source is another.

So everything that the application does with its database, such as checking logs, it does with the
target.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

SOURCE = "source"


@contextmanager
def moving_to(settings: dict[str, Any]) -> Iterator[None]:
    """Inside, the database of these settings is the default one, and `source` is the former."""
    before = connections.settings[DEFAULT_DB_ALIAS]
    pair = ConnectionHandler({DEFAULT_DB_ALIAS: settings, SOURCE: dict(before)}).settings
    _use(pair)
    try:
        yield
    finally:
        _use({DEFAULT_DB_ALIAS: before})


def source() -> BaseDatabaseWrapper:
    """The database that is moved."""
    return connections[SOURCE]


def target() -> BaseDatabaseWrapper:
    """The database that it is moved to."""
    return connections[DEFAULT_DB_ALIAS]


def db_name(database: BaseDatabaseWrapper) -> str:
    """Name a database without its password."""
    settings = database.settings_dict
    if database.vendor == "sqlite":
        return f"SQLite {settings['NAME']}"
    where = settings["HOST"] or "this machine"
    return f"PostgreSQL {settings['NAME']} on {where}"


def _use(databases: dict[str, Any]) -> None:
    connections.close_all()
    for alias in list(connections.settings):
        if hasattr(connections._connections, alias):  # type: ignore[attr-defined]
            del connections[alias]
        del connections.settings[alias]
    connections.settings.update(databases)
