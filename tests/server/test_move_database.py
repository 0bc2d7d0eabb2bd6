"""`manage.py move_database` on a server that was playing: every match goes on on the other side."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from events.transfer.tables import table_names
from games.registry import all_games
from tests.support.guests import Api, BotMatch, Guest
from tests.support.server import PATIENCE, ROOT, Server, free_port, migrated, soon
from tests.support.services.databases import clone
from tests.support.sizes import sized

MATCHES = sized(4, 200)
GAMES = [key for key, game in all_games().items() if 2 in game.seats]
UNLIMITED = {"RATE_LIMITS": "off", "BOT_MATCHES_PER_DAY": "1000", "SWEEP_SECONDS": "1"}


def manage(data_dir: Path, *arguments: str, database: str) -> subprocess.Popen[str]:
    """A command of manage.py, started."""
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATA_DIR": str(data_dir), "DATABASE_URL": database},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def said(command: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit code and output."""
    output, _ = command.communicate(timeout=5 * PATIENCE)
    return command.returncode, output


def counts(url: str) -> dict[str, int]:
    """How many rows each table has, asked without Django."""
    connect = sqlite3.connect if url.startswith("sqlite") else psycopg.connect
    with closing(connect(url.removeprefix("sqlite://"))) as session:
        asked = (
            (table, session.execute(f'SELECT count(*) FROM "{table}"'))  # type: ignore[arg-type]
            for table in table_names()
        )
        return {table: row[0] for table, answer in asked if (row := answer.fetchone())}


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """Inside, no seat can be inserted, and a move gets no further."""
    with psycopg.connect(url) as session:
        session.execute("LOCK TABLE events_seat IN SHARE MODE")
        yield


def sessions(url: str, condition: str) -> int:
    """How many connections of Gobelet there are of which this is true."""
    with psycopg.connect(url) as session:
        found = session.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            f" AND application_name = 'gobelet' AND {condition}"  # type: ignore[arg-type]
        ).fetchone()
    return int(found[0]) if found else 0


@contextmanager
def running(data_dir: Path, port: int, **environment: str) -> Iterator[Server]:
    server = Server(data_dir, port, **UNLIMITED, **environment)
    try:
        yield server
    finally:
        server.clean_up()


def test_matches_go_on_in_the_other_database(tmp_path: Path) -> None:
    folder, port = migrated(tmp_path / "data"), free_port()
    old, back = f"sqlite://{folder}/gobelet.sqlite3", f"sqlite://{tmp_path}/back.sqlite3"
    with clone("postgresql") as new:
        with running(folder, port) as server:
            token = Guest(port).token
            api = Api(port, token)
            matches = [BotMatch(api, GAMES[number % len(GAMES)]) for number in range(MATCHES)]
            for match in matches[: MATCHES // 2]:
                match.bot_seconds()
            code, output = said(manage(folder, "move_database", "--to", new, database=old))
            assert (code, "already runs" in output) == (1, True), output
            api.close()
            server.end(signal.SIGKILL)  # while bots play their turns

        with held_up(new):
            cut = manage(folder, "move_database", "--to", new, database=old)
            assert soon(lambda: sessions(new, "wait_event_type = 'Lock'"))
            cut.kill()
            assert said(cut)[0] == -signal.SIGKILL
        assert soon(lambda: not sessions(new, "true"))

        code, output = said(manage(folder, "move_database", "--to", new, database=old))
        assert code == 0, output
        assert "An earlier move is continued." in output
        assert counts(new) == counts(old)
        with pytest.raises(RuntimeError, match="was moved to PostgreSQL"):
            Server(folder, port)

        with running(folder, port, DATABASE_URL=new) as server:
            api = Api(port, token)
            for match in matches:
                match.api, match.match = api, api.get(match.path)
            for match in matches:
                version = match.match["version"]
                match.bot_seconds()
                assert match.over or match.match["version"] > version
            api.close()
            server.end(signal.SIGTERM)
        code, output = said(manage(folder, "log_check", database=new))
        assert code == 0, output
        assert re.search(rf" of {MATCHES} matches: 0 wrong", output)

        code, output = said(manage(folder, "move_database", "--to", back, database=new))
        assert code == 0, output
        assert counts(back) == counts(new)
