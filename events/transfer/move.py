"""The steps of a move before and after the copy: what is refused, marked, fenced and opened."""

from collections.abc import Callable
from uuid import uuid4

from django.core.management import call_command
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from events.database.bulk import gather_statistics
from events.database.migration_state import pending_migrations, unknown_migrations
from events.database.move_mark import (
    Mark,
    lower_fence,
    raise_fence,
    read_mark,
    record_step,
    remove_mark,
    steps_done,
    write_mark,
)
from events.database.sessions import is_in_use
from events.transfer.databases import db_name, source, target
from events.transfer.errors import MoveFailed
from events.transfer.tables import FILLED_BY_MIGRATE, rows_in, table_names


def move_prepare() -> bool:
    """Mark the target, create its tables and fence the source; whether a move is continued.

    Raise MoveFailed, before anything is changed, if the move must not be made.
    """
    _require_two()
    for database in (source(), target()):
        _require_reachable(database)
        _require_unused(database)
    _require_current(source())
    mark = _target_mark()
    continued = bool(steps_done(target()))
    if "migrated" not in steps_done(target()):
        call_command("migrate", verbosity=0, interactive=False)
        record_step(target(), "migrated", [])
    if read_mark(source()) is None:
        own = Mark("source", mark.move_id, db_name(target()))
        _explained(lambda: raise_fence(source(), table_names(), own))
    return continued


def move_finish() -> None:
    """Open the target, which is complete; the source stays fenced."""
    gather_statistics(target())
    remove_mark(target())


def move_cancel(database: BaseDatabaseWrapper) -> bool:
    """Let a source take writes again; False if it took part in no move."""
    mark = read_mark(database)
    if mark is None:
        return False
    if mark.role == "target":
        raise MoveFailed(
            "This is the new database of a move, and not complete: drop it, and cancel the move "
            f"with the DATABASE_URL of the old one, {mark.other}."
        )
    lower_fence(database, table_names())
    return True


def _target_mark() -> Mark:
    """Return the mark of the target, written now unless an earlier run has."""
    theirs, ours = read_mark(target()), read_mark(source())
    if ours and ours.role == "target":
        raise MoveFailed(
            f"{db_name(source())} is not complete itself: the move from {ours.other} has not "
            "finished. Finish that one first."
        )
    if ours and (theirs is None or theirs.move_id != ours.move_id):
        raise MoveFailed(
            f"{db_name(source())} was moved to {ours.other}, or is being moved there. If that "
            "is done, set DATABASE_URL to the new database. To move it elsewhere, use it again "
            "first: `manage.py move_database --cancel`."
        )
    if theirs is None:
        _require_empty()
        theirs = Mark("target", str(uuid4()), db_name(source()))
        write_mark(target(), theirs)
    elif theirs.role == "source":
        raise MoveFailed(
            f"{db_name(target())} was itself moved, to {theirs.other}, and holds what was "
            "played until then. Choose an empty database."
        )
    elif ours is None and set(steps_done(target())) - {"migrated"}:
        raise MoveFailed(
            f"{db_name(target())} holds part of an earlier move from {theirs.other}, which was "
            "cancelled: its rows may be outdated. Drop it and create an empty database."
        )
    return theirs


def _require_empty() -> None:
    if not target().introspection.table_names():
        return
    try:
        _require_current(target())
    except MoveFailed as error:
        raise MoveFailed(f"{error} Or choose an empty database.") from error
    kept = {model._meta.db_table for model in FILLED_BY_MIGRATE}
    if held := {name: count for name, count in rows_in(target()).items() if name not in kept}:
        listed = ", ".join(f"{name} ({count:,})" for name, count in held.items())
        raise MoveFailed(
            f"{db_name(target())} holds other data: {listed}. Choose an empty database."
        )


def _require_two() -> None:
    place = ("ENGINE", "NAME", "HOST", "PORT")
    old, new = (
        [database.settings_dict[name] for name in place] for database in (source(), target())
    )
    if old == new:
        raise MoveFailed(f"{db_name(source())} is the database that DATABASE_URL names already.")


def _require_reachable(database: BaseDatabaseWrapper) -> None:
    try:
        database.ensure_connection()
    except OperationalError as error:
        reason = str(error).splitlines()[0]
        raise MoveFailed(f"{db_name(database)} does not answer. ({reason})") from error


def _require_unused(database: BaseDatabaseWrapper) -> None:
    if is_in_use(database):
        raise MoveFailed(
            f"{db_name(database)} is in use: stop the server and all its processes first, also "
            "on other machines, and any other program that has it open. A server is stopped when "
            "`/health/live` no longer answers and its workers have ended."
        )


def _require_current(database: BaseDatabaseWrapper) -> None:
    if newer := unknown_migrations(database):
        raise MoveFailed(
            f"{db_name(database)} was migrated by a newer version ({', '.join(newer)}): "
            "use that version to move it."
        )
    if pending := pending_migrations(database):
        raise MoveFailed(
            f"{db_name(database)} lacks migrations of this version ({', '.join(pending)}): "
            "run `manage.py migrate` with its DATABASE_URL first."
        )


def _explained(fence: Callable[[], None]) -> None:
    try:
        fence()
    except OperationalError as error:
        reason = str(error).splitlines()[0]
        raise MoveFailed(f"{db_name(source())} is in use: stop its server. ({reason})") from error
