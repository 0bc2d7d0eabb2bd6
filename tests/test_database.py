"""The databases as we use them: SQLite's writers in turn, PostgreSQL's connections looked at."""

import os
import time
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from django.db import connection, transaction

from config.database.sqlite.turnstile import Turnstile
from events.players import player_create

NORMAL, FULL = 1, 2


def test_whoever_has_just_written_queues_behind_whoever_waits(tmp_path: Path) -> None:
    first, second = (Turnstile(str(tmp_path / "db")) for _ in range(2))
    wrote: list[str] = []

    def write(turnstile: Turnstile, name: str) -> None:
        for _ in range(5):
            turnstile.enter()
            wrote.append(name)
            time.sleep(0.02)
            turnstile.leave()

    threads = [Thread(target=write, args=args) for args in ((first, "a"), (second, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first.close()
    second.close()
    while_both_wrote = "".join(wrote)[1:-1]
    assert "aa" not in while_both_wrote
    assert "bb" not in while_both_wrote


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_transaction_ends_when_its_log_is_synced_and_the_next_need_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    synced: list[bool] = []
    sync = os.fdatasync

    def watched(descriptor: int) -> None:
        log = os.readlink(f"/proc/self/fd/{descriptor}")
        other = Turnstile(log.removesuffix("-wal"))
        other.enter()  # hangs if the writer is still inside
        other.leave()
        other.close()
        synced.append(log.endswith("-wal") and not connection.connection.in_transaction)
        sync(descriptor)

    monkeypatch.setattr(os, "fdatasync", watched)
    with transaction.atomic():
        player_create(locale="en")
        assert _waits_for_disk() == NORMAL
        assert not synced
    assert synced == [True]
    assert _waits_for_disk() == FULL  # so what is written without a transaction waits by itself


def _waits_for_disk() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        return int(cursor.fetchone()[0])


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_connection_that_the_server_has_closed_is_found_out() -> None:
    connection.ensure_connection()
    assert connection.is_usable()
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    deadline = time.monotonic() + 10
    while connection.is_usable() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not connection.is_usable()
    connection.close()
