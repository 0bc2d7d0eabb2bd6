"""Triggers: the database itself rejects changes to the log, and events that do not follow its head.

They are installed after every migrate, because altering an SQLite table needs them dropped,
and checked when the server starts.
"""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

EVENT = "events_loggedevent"
SEALED = "events_sealedanswer"
MATCH = "events_match"
SECRET_READ = "events_secretread"
CUP_EVENT = "events_cupevent"
CUP = "events_cup"
ARCHIVE = "events_archivedlog"
ARCHIVED = (EVENT, SEALED)
"""Tables whose rows may be deleted once the archive has them."""
KEPT = (SECRET_READ, CUP_EVENT, ARCHIVE)
APPEND_ONLY = (*ARCHIVED, *KEPT)
_IS_OF_MATCH = (
    "version = NEW.version AND head = NEW.head AND status IN ('finished', 'cancelled')"
    " AND archived_at IS NOT NULL"
)

_POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION gobelet_unchangeable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refuses %: its rows never change', TG_TABLE_NAME, TG_OP;
END $$;

CREATE OR REPLACE FUNCTION gobelet_archived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM {ARCHIVE} WHERE match_id = OLD.match_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% refuses %: its rows never change', TG_TABLE_NAME, TG_OP;
END $$;

CREATE OR REPLACE FUNCTION gobelet_archives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM {MATCH} WHERE id = NEW.match_id AND {_IS_OF_MATCH}) THEN
        RAISE EXCEPTION 'the archive is not that of match %', NEW.match_id;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION gobelet_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.hash <> encode(sha256(decode('01' || NEW.previous || NEW.leaf, 'hex')), 'hex') THEN
        RAISE EXCEPTION 'event % of match %: wrong hash', NEW.seq, NEW.match_id;
    END IF;
    UPDATE {MATCH} SET version = NEW.seq, head = NEW.hash
    WHERE id = NEW.match_id AND version = NEW.seq - 1 AND head = NEW.previous
    AND archived_at IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'event % of match % does not follow the head', NEW.seq, NEW.match_id;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION gobelet_cup_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE {CUP} SET version = NEW.seq WHERE id = NEW.cup_id AND version = NEW.seq - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'event % of cup % does not follow the head', NEW.seq, NEW.cup_id;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER gobelet_follows BEFORE INSERT ON {EVENT}
    FOR EACH ROW EXECUTE FUNCTION gobelet_follows();
ALTER TABLE {EVENT} ENABLE ALWAYS TRIGGER gobelet_follows;
CREATE OR REPLACE TRIGGER gobelet_follows BEFORE INSERT ON {CUP_EVENT}
    FOR EACH ROW EXECUTE FUNCTION gobelet_cup_follows();
ALTER TABLE {CUP_EVENT} ENABLE ALWAYS TRIGGER gobelet_follows;
CREATE OR REPLACE TRIGGER gobelet_follows BEFORE INSERT ON {ARCHIVE}
    FOR EACH ROW EXECUTE FUNCTION gobelet_archives();
ALTER TABLE {ARCHIVE} ENABLE ALWAYS TRIGGER gobelet_follows;
""" + "".join(
    f"""
CREATE OR REPLACE TRIGGER gobelet_no_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {function}();
CREATE OR REPLACE TRIGGER gobelet_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION gobelet_unchangeable();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER gobelet_no_change;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER gobelet_no_truncate;
"""
    for function, tables in (("gobelet_archived", ARCHIVED), ("gobelet_unchangeable", KEPT))
    for table in tables
)

_UNLESS_ARCHIVED = f"WHEN NOT EXISTS (SELECT 1 FROM {ARCHIVE} WHERE match_id = OLD.match_id)"
_SQLITE: dict[str, str] = {
    "gobelet_follows": f"""
        CREATE TRIGGER gobelet_follows BEFORE INSERT ON {EVENT}
        WHEN NOT EXISTS (
            SELECT 1 FROM {MATCH} WHERE id = NEW.match_id
            AND version = NEW.seq - 1 AND head = NEW.previous AND archived_at IS NULL
        )
        BEGIN SELECT RAISE(ABORT, 'event does not follow the head'); END""",
    "gobelet_head": f"""
        CREATE TRIGGER gobelet_head AFTER INSERT ON {EVENT}
        BEGIN UPDATE {MATCH} SET version = NEW.seq, head = NEW.hash WHERE id = NEW.match_id; END""",
    "gobelet_cup_follows": f"""
        CREATE TRIGGER gobelet_cup_follows BEFORE INSERT ON {CUP_EVENT}
        WHEN NOT EXISTS (SELECT 1 FROM {CUP} WHERE id = NEW.cup_id AND version = NEW.seq - 1)
        BEGIN SELECT RAISE(ABORT, 'event does not follow the head of its cup'); END""",
    "gobelet_cup_head": f"""
        CREATE TRIGGER gobelet_cup_head AFTER INSERT ON {CUP_EVENT}
        BEGIN UPDATE {CUP} SET version = NEW.seq WHERE id = NEW.cup_id; END""",
    "gobelet_archives": f"""
        CREATE TRIGGER gobelet_archives BEFORE INSERT ON {ARCHIVE}
        WHEN NOT EXISTS (SELECT 1 FROM {MATCH} WHERE id = NEW.match_id AND {_IS_OF_MATCH})
        BEGIN SELECT RAISE(ABORT, 'the archive is not that of its match'); END""",
} | {
    f"{table}_no_{operation.lower()}": f"""
        CREATE TRIGGER {table}_no_{operation.lower()} BEFORE {operation} ON {table}
        {_UNLESS_ARCHIVED if operation == "DELETE" and table in ARCHIVED else ""}
        BEGIN SELECT RAISE(ABORT, '{table} refuses {operation}: its rows never change'); END"""
    for table in APPEND_ONLY
    for operation in ("UPDATE", "DELETE")
}
# REPLACE deletes a row without firing its DELETE trigger, so an insert that collides with an
# existing row is rejected too, on whichever of its unique keys.
_SAME_ROW = {
    SEALED: "id = NEW.id",
    SECRET_READ: "id = NEW.id",
    ARCHIVE: "match_id = NEW.match_id",
    CUP_EVENT: "id = NEW.id OR cup_id = NEW.cup_id AND seq = NEW.seq",
    EVENT: "id = NEW.id OR match_id = NEW.match_id AND "
    "(seq = NEW.seq OR actor = NEW.actor AND move_key = NEW.move_key AND place = NEW.place)",
}
_SQLITE |= {
    f"{table}_no_replace": f"""
        CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
        BEGIN SELECT RAISE(ABORT, '{table} refuses REPLACE: its rows never change'); END"""
    for table, same in _SAME_ROW.items()
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Install every trigger, replacing those that exist."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL)
            return
        for name, statement in _SQLITE.items():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            cursor.execute(statement)


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the triggers that are missing or disabled; the tables must exist."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT c.relname || '.' || t.tgname FROM pg_trigger t "
                "JOIN pg_class c ON c.oid = t.tgrelid "
                "WHERE NOT t.tgisinternal AND t.tgenabled = 'A' "
                "AND pg_table_is_visible(c.oid)"
            )
            wanted = {f"{table}.gobelet_follows" for table in (EVENT, CUP_EVENT, ARCHIVE)} | {
                f"{table}.gobelet_no_{what}"
                for table in APPEND_ONLY
                for what in ("change", "truncate")
            }
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            wanted = set(_SQLITE)
        return sorted(wanted - {name for (name,) in cursor.fetchall()})


def drop_before_migrate(using: str, plan: Sequence[Any], **kwargs: Any) -> None:
    """Receive `pre_migrate`: on SQLite drop the triggers, if there is anything to migrate.

    SQLite alters a table by replacing it, and fails while a trigger of another table names it.
    """
    connection = connections[using]
    if plan and connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for name in _SQLITE:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def install_after_migrate(using: str, **kwargs: Any) -> None:
    """Receive `post_migrate`: install the triggers once their tables exist."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    if {*APPEND_ONLY, MATCH, CUP} <= tables:
        install(connection)


def require_triggers() -> None:
    """Raise unless every trigger of the log is enabled; server processes call this at start."""
    if lacking := missing_triggers(connection):
        raise ImproperlyConfigured(
            f"The log is not protected, triggers are missing: {', '.join(lacking)}. "
            "Run `python manage.py migrate`, which installs them."
        )
