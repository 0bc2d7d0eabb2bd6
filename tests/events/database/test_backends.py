"""The databases as we use them: SQLite's writers in turn, PostgreSQL's connections looked at."""

import fcntl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import (
    DatabaseError,
    IntegrityError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    close_old_connections,
    connection,
    transaction,
)
from django.test.utils import CaptureQueriesContext

from config.environment import database as database_settings
from events.database.migration_lock import MIGRATING, migration_lock
from events.database.sqlite.writer_queue import WriterQueue
from events.database.statements import execute_rows, fetch
from events.players.identity import Player, player_create
from tests.support.server import soon

FULL = 2
ROUNDS = 5


def test_whoever_has_just_written_queues_behind_whoever_waits(tmp_path: Path) -> None:
    """Each writer leaves only once the other one waits, and then wants to write again at once."""
    path = str(tmp_path / "db")
    turnstiles = {name: WriterQueue(path) for name in "ab"}
    wrote: list[str] = []

    def write(name: str, other: str) -> None:
        for _ in range(ROUNDS):
            turnstiles[name].enter()
            wrote.append(name)
            if wrote.count(other) < ROUNDS:
                assert soon(lambda: _is_held(f"{path}-next"))
            turnstiles[name].leave()

    with ThreadPoolExecutor(2) as threads:
        for writer in [threads.submit(write, "a", "b"), threads.submit(write, "b", "a")]:
            writer.result()
    for turnstile in turnstiles.values():
        turnstile.close()
    assert "".join(wrote) in ("ab" * ROUNDS, "ba" * ROUNDS)


def _is_held(path: str) -> bool:
    """Whether somebody has locked this file."""
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_sqlite_syncs_every_commit_and_lets_the_next_writer_in_after_it() -> None:
    with transaction.atomic():
        player_create(locale="en")
        assert _is_held(f"{connection.settings_dict['NAME']}-now")
        assert fetch("PRAGMA synchronous") == [(FULL,)]
        assert fetch("PRAGMA journal_mode") == [("wal",)]
    assert not _is_held(f"{connection.settings_dict['NAME']}-now")


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_connection_that_the_server_has_closed_is_found_out() -> None:
    connection.ensure_connection()
    assert connection.is_usable()
    _cut_off()
    assert soon(lambda: not connection.is_usable())
    connection.close()


def _cut_off() -> None:
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_statement_on_a_connection_that_was_cut_off_says_so() -> None:
    assert fetch("SELECT %s::integer", [1]) == [(1,)]
    _cut_off()
    with pytest.raises(OperationalError):
        fetch("SELECT %s::integer", [1])
    close_old_connections()
    assert fetch("SELECT %s::integer", [1]) == [(1,)]


@pytest.mark.usefixtures("database")
def test_statements_of_ours_are_part_of_the_transaction_they_are_sent_in() -> None:
    before = _players()
    with suppress(_Undone), transaction.atomic():
        _named("undone")
        raise _Undone
    with transaction.atomic():
        _named("done")
        with suppress(_Undone), transaction.atomic():  # to a savepoint
            _named("undone")
            raise _Undone
        _named("done")
    assert _players() == before + 2
    assert fetch("SELECT count(*) FROM events_player WHERE name = %s", ["undone"]) == [(0,)]


class _Undone(Exception):
    pass


def _players() -> int:
    return int(fetch("SELECT count(*) FROM events_player")[0][0])


def _named(name: str) -> None:
    player = player_create(locale="en")
    fetch("UPDATE events_player SET name = %s WHERE id = %s", [name, player.id])


@pytest.mark.usefixtures("database")
def test_errors_are_those_that_a_cursor_raises() -> None:
    player = player_create(locale="en")
    with pytest.raises(ProgrammingError if connection.vendor == "postgresql" else OperationalError):
        fetch("SELECT nothing FROM nowhere")
    again = "INSERT INTO events_player SELECT * FROM events_player WHERE id = %s"
    with pytest.raises(IntegrityError):
        fetch(again, [player.id])


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_has_failed_is_not_committed_in_silence() -> None:
    def fail_and_go_on() -> None:
        with transaction.atomic():
            player_create(locale="en")
            with suppress(ProgrammingError):
                fetch("SELECT nothing FROM nowhere")

    before = _players()
    with pytest.raises(DatabaseError, match="had failed"):
        fail_and_go_on()
    assert _players() == before


@pytest.mark.usefixtures("database")
def test_whoever_wraps_or_logs_statements_sees_ours() -> None:
    seen: list[str] = []

    def wrapped(execute: Any, sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapped), CaptureQueriesContext(connection) as logged:
        assert fetch("SELECT 7") == [(7,)]
    assert "SELECT 7" in seen
    assert "SELECT 7" in [query["sql"] for query in logged]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_behind_a_pooling_proxy_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = "SELECT count(*) FROM pg_prepared_statements"
    fetch("SELECT 7")
    assert fetch(prepared)[0][0] >= 1
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "PREPARES", False)
    fetch("SELECT 7")
    assert fetch(prepared) == [(0,)]
    connection.close()


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_migration_beside_the_server_costs_a_statement_one_transaction_at_most() -> None:
    def name() -> Any:
        return fetch("SELECT name FROM changing WHERE id = %s", [1])[0][0]

    fetch("CREATE TABLE changing (id integer, name varchar(10))")
    fetch("INSERT INTO changing VALUES (%s, %s)", [1, "Anna"])
    assert name() == "Anna"
    _alter("varchar(20)")
    assert name() == "Anna"
    _alter("varchar(30)")
    with pytest.raises(NotSupportedError), transaction.atomic():
        name()
    with transaction.atomic():
        assert name() == "Anna"


def _alter(kind: str) -> None:
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute(f"ALTER TABLE changing ALTER name TYPE {kind}")


@pytest.mark.usefixtures("database")
def test_a_percent_sign_is_written_twice_whichever_way_a_statement_goes() -> None:
    statement = "SELECT 7 %% 4, 'a%%s' || %s"
    ways = [fetch(statement, ["b"])]
    with CaptureQueriesContext(connection):
        ways.append(fetch(statement, ["b"]))
    assert ways == [[(3, "a%sb")]] * 2


@pytest.mark.usefixtures("database")
def test_rows_are_written_whichever_way_they_go() -> None:
    player = player_create(locale="en")
    rename = "UPDATE events_player SET name = %s WHERE id = %s"
    execute_rows(rename, [("first", player.id), ("second", player.id)])
    assert Player.objects.get(id=player.id).name == "second"
    with CaptureQueriesContext(connection):
        execute_rows(rename, [("third", player.id)])
    assert Player.objects.get(id=player.id).name == "third"


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_lock_of_migrations_ends_with_its_transaction(database: str) -> None:
    """A lock of the session would stay with a connection that a pooling proxy shares."""
    with migration_lock(connection):
        assert not _is_free()
    assert _is_free()


def _is_free() -> bool:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [MIGRATING])
        return bool(cursor.fetchone()[0])


def test_a_server_that_has_vanished_is_given_up_soon_unless_the_url_says_otherwise() -> None:
    usual = database_settings("postgresql://host/name")["OPTIONS"]
    assert (usual["connect_timeout"], usual["tcp_user_timeout"]) == ("5", "10000")
    given = database_settings("postgresql://host/name?connect_timeout=30")["OPTIONS"]
    assert given["connect_timeout"] == "30"


def test_behind_a_pooling_proxy_no_cursor_is_left_on_the_server() -> None:
    pooled = database_settings("postgresql://host/name?prepare_threshold=none")
    direct = database_settings("postgresql://host/name")
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"]
    assert not direct["DISABLE_SERVER_SIDE_CURSORS"]
