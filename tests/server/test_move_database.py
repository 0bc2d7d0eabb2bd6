"""`manage.py move_database` on a server that was playing: every match goes on on the other side.

At full size the whole is moved back as well; by day tests/events/transfer does so in one process.
"""

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from events.transfer.tables import table_names
from games.registry import all_games
from tests.support.guests import Api, BotMatch, Guest
from tests.support.server import Server, free_port, manage, outcome, soon
from tests.support.services.databases import clone
from tests.support.sizes import FULL, sized

MATCHES = sized(4, 200)
GAMES = [key for key, game in all_games().items() if 2 in game.seats]
SETTINGS = {
    "RATE_LIMITS": "off",
    "BOT_MATCHES_PER_DAY": "1000",
    "SWEEP_SECONDS": "1",
    "WEB_PROCESSES": "1",
    "MAIL_PORT": "0",
}


def counts(url: str) -> dict[str, int]:
    """How many rows each table has, asked without Django."""
    connect = sqlite3.connect if url.startswith("sqlite") else psycopg.connect
    with closing(connect(url.removeprefix("sqlite://"))) as session:
        asked = (
            (table, session.execute(f'SELECT count(*) FROM "{table}"')) for table in table_names()
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
            f" AND application_name = 'gobelet' AND {condition}"
        ).fetchone()
    return int(found[0]) if found else 0


@contextmanager
def running(data_dir: Path, port: int, **environment: str) -> Iterator[Server]:
    server = Server(data_dir, port, **SETTINGS, **environment)
    try:
        yield server
    finally:
        server.clean_up()


def test_matches_go_on_in_the_other_database(tmp_path: Path) -> None:
    folder, port = tmp_path / "data", free_port()
    back = f"sqlite://{tmp_path}/back.sqlite3"
    with clone("sqlite") as old, clone("postgresql") as new:
        with running(folder, port, DATABASE_URL=old) as server:
            token = Guest(port).token
            api = Api(port, token)
            matches = [BotMatch(api, GAMES[number % len(GAMES)]) for number in range(MATCHES)]
            for match in matches[: MATCHES // 2]:
                match.bot_seconds()
            api.close()
            server.end(signal.SIGKILL)  # while bots play their turns

        with held_up(new):
            cut = manage(folder, "move_database", "--to", new, DATABASE_URL=old)
            assert soon(lambda: sessions(new, "wait_event_type = 'Lock'"))
            cut.kill()
            assert outcome(cut)[0] == -signal.SIGKILL
        assert soon(lambda: not sessions(new, "true"))

        code, output = outcome(manage(folder, "move_database", "--to", new, DATABASE_URL=old))
        assert code == 0, output
        assert "An earlier move is continued." in output
        assert "every chain, draw and replay is right" in output
        assert counts(new) == counts(old)
        with pytest.raises(RuntimeError, match="was moved to PostgreSQL"):
            Server(folder, port, DATABASE_URL=old)

        with running(folder, port, DATABASE_URL=new) as server:
            api = Api(port, token)
            for match in matches:
                match.api, match.match = api, api.get(match.path)
            for match in matches:
                version = match.match["version"]
                match.bot_seconds()
                assert match.over or match.match["version"] > version
            api.close()
            if not FULL:
                return
            server.end(signal.SIGTERM)
        code, output = outcome(manage(folder, "move_database", "--to", back, DATABASE_URL=new))
        assert code == 0, output
        assert "every chain, draw and replay is right" in output
        assert counts(back) == counts(new)
