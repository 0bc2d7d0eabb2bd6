"""Whether a database has the tables that this version of the application expects."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader


def pending_migrations(database: BaseDatabaseWrapper) -> list[str]:
    """Return the migrations of this version that were not applied."""
    loader = MigrationLoader(database)
    return _named(set(loader.graph.nodes) - set(loader.applied_migrations))


def unknown_migrations(database: BaseDatabaseWrapper) -> list[str]:
    """Return the applied migrations that this version does not have: a newer one applied them."""
    loader = MigrationLoader(database)
    ours = {app for app, _ in loader.disk_migrations}
    known = set(loader.disk_migrations)
    return _named({one for one in loader.applied_migrations if one[0] in ours} - known)


def _named(migrations: set[tuple[str, str]]) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in migrations)
