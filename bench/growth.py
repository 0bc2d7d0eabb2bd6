"""Latency of a move beside many finished matches, compared with few, in the same run.

Two servers on two databases of one PostgreSQL. One of them gets so many finished, archived matches:
copies of one that was played, inserted by SQL, with players, seats and secrets of their own; all is
as large as real, only the hashes do not fit. Each round measures both in turn.

    python -m bench.growth [--finished 10000] [--matches 8] [--rounds 7] [--seconds 3]
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

from bench.http import ROOT, served
from bench.load import Measured, measure
from bench.tables import OurTable
from tests.support.services.postgres import PostgresServer
from tests.support.services.processes import remove, run_folder
from tests.support.services.urls import with_database

SEATS_OF_A_PLAYER = 30
FIRST_SECONDS = 8.0
"""How long matches are played before one of them is copied; some of them end."""
_HEX = "md5('{}' || ({}))::uuid::text"
MATCH = _HEX.format("match", "n")

Session = psycopg.Connection[tuple[Any, ...]]


def copy(session: Session, table: str, of: str, times: int, changes: Mapping[str, str]) -> None:
    """Insert copies of the rows of a match, or a player, with these columns changed."""
    found = session.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_name = %s AND is_identity = 'NO' ORDER BY ordinal_position",
        [table],
    )
    values = {name: changes.get(name, f'o."{name}"') for (name,) in found}
    session.execute(
        f"INSERT INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())}"
        f" FROM {table} o, generate_series(1, {times}) n WHERE {of}"
    )


def grow(session: Session, match: str, times: int) -> None:
    """Add so many copies of an archived match."""
    count = max(4, 3 * times // SEATS_OF_A_PLAYER)
    number = "(SELECT number FROM events_seat s WHERE s.match_id = o.match_id"
    number += " AND s.player_id = o.player_id)"
    player = f"(3 * n + {number}) % {count} + 1"
    own = {"match_id": MATCH, "player_id": _HEX.format("player", player)}
    of = f"o.match_id = '{match}'"
    first = session.execute(f"SELECT player_id FROM events_seat o WHERE {of}").fetchone()
    assert first
    copy(
        session, "events_player", f"o.id = '{first[0]}'", count,
        {"id": _HEX.format("player", "n")},
    )  # fmt: skip
    copy(session, "events_match", f"o.id = '{match}'", times, {"id": MATCH})
    for table in ("secrets", "seat", "archivedlog", "archivedresponses"):
        copy(session, f"events_{table}", of, times, own)


def archive_one(session: Session, url: str, data: Path) -> str:
    """Archive the matches that have ended, as if that were long ago; return the longest."""
    session.execute("UPDATE events_match SET finished_at = finished_at - interval '9 days'")
    environment = os.environ | {
        "DATABASE_URL": url, "DATA_DIR": str(data), "ARCHIVE_AFTER_DAYS": "7",
    }  # fmt: skip
    command = [sys.executable, "manage.py", "archive_matches"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    found = session.execute(
        "SELECT match_id, version FROM events_archivedlog ORDER BY version DESC LIMIT 1"
    ).fetchone()
    assert found, "no match has ended: play for longer"
    print(f"copied: a match of {found[1]} events")
    return str(found[0])


def size_of(session: Session) -> int:
    """The bytes of all tables with their indexes."""
    sum_of = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
    row = session.execute(f"{sum_of} AND relname LIKE 'events_%'").fetchone()
    assert row
    return int(row[0])


def prepare(url: str, data: Path, port: int, finished: int) -> None:
    """Play some matches, and add finished ones."""
    measure(OurTable, port, matches=8, seconds=FIRST_SECONDS)
    with psycopg.connect(url, autocommit=True) as session:
        match = archive_one(session, url, data)
        session.execute("VACUUM FULL ANALYZE")
        before = size_of(session)
        if finished:
            grow(session, match, finished)
            session.execute("VACUUM ANALYZE")
            bytes_each = (size_of(session) - before) / finished
            print(f"{finished:,} finished matches, {bytes_each:,.0f} bytes each with their players")


def main() -> None:
    """Print the latencies beside few and beside many finished matches, and their ratio."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--finished", type=int, default=10_000)
    options.add_argument("--matches", type=int, default=8)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--seconds", type=float, default=3.0)
    given = options.parse_args()
    folder = run_folder()
    found: dict[str, list[Measured]] = {"few": [], "many": []}
    try:
        with ExitStack() as stack:
            postgres = stack.enter_context(PostgresServer(folder / "postgres", fsync=True))
            ports = {}
            for name in found:
                with psycopg.connect(postgres.url, autocommit=True) as session:
                    session.execute(f'CREATE DATABASE "{name}"')
                url, data = with_database(postgres.url, name), folder / name
                ports[name], _ = stack.enter_context(served(data, url))
                prepare(url, data, ports[name], given.finished if name == "many" else 0)
            for _ in range(given.rounds):
                for name, port in ports.items():
                    one = measure(OurTable, port, matches=given.matches, seconds=given.seconds)
                    found[name].append(one)
    finally:
        remove(folder)
    for name, own in found.items():
        rate = median(one.rate for one in own)
        print(f"{name:5} p50 {median(one.p50 for one in own):6.1f} ms  {rate:6,.0f} moves/s")
    pairs = zip(found["many"], found["few"], strict=True)
    print(f"many to few: {median(many.p50 / few.p50 for many, few in pairs):.2f} in the median")


if __name__ == "__main__":
    main()
