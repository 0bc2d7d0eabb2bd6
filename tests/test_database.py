"""The databases as we use them: SQLite's writers in turn, PostgreSQL's connections looked at."""

import time
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from django.db import connection

from config.database.sqlite.turnstile import Turnstile


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
