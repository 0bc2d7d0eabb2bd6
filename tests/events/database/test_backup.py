"""A backup taken while matches run, restored elsewhere: chains hold and play goes on."""

import secrets
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from events.database.triggers import require_triggers
from events.log.position import position_cache
from events.models import LoggedEvent, Match
from events.proof.log_check import chain_fault
from tests.support.people import Person, first_choice, open_match
from tests.support.services.databases import connected_to
from tests.support.services.postgres import programs_for
from tests.support.services.urls import with_database

pytestmark = pytest.mark.usefixtures("redis_url")


def go_on(people: list[Person], match: str) -> None:
    """What was played before the backup is there, sound and guarded, and the next move counts."""
    position_cache.clear()
    require_triggers()
    found = Match.objects.get(id=match)
    assert chain_fault(found) is None
    assert found.version == LoggedEvent.objects.filter(match=found).count()
    mover = people[people[0].match(match)["awaiting"][0]]
    assert mover.play(match, first_choice(mover.match(match))).status_code == 201
    assert chain_fault(Match.objects.get(id=match)) is None


def some_play() -> tuple[list[Person], str]:
    people = [Person.guest("Anna"), Person.guest("Bruno")]
    match = open_match(people[0], 2)["id"]
    people[1].post(f"matches/{match}/join")
    for _ in range(10):
        mover = people[people[0].match(match)["awaiting"][0]]
        mover.play(match, first_choice(mover.match(match)))
    return people, match


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_sqlite_is_backed_up_while_it_is_used(database: str, tmp_path: Path) -> None:
    people, match = some_play()
    copy = tmp_path / "backup.sqlite3"
    # What `sqlite3 gobelet.sqlite3 ".backup backup.sqlite3"` does.
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as live,
        closing(sqlite3.connect(copy)) as taken,
    ):
        live.backup(taken)
    with connected_to(f"sqlite://{copy}"):
        go_on(people, match)
    go_on(people, match)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_postgresql_is_backed_up_while_it_is_used(
    database: str, database_url: str, tmp_path: Path
) -> None:
    people, match = some_play()
    programs = programs_for(database_url)
    dump = tmp_path / "gobelet.dump"
    with dump.open("wb") as file:
        subprocess.run(
            [programs / "pg_dump", "--format=custom", "--dbname", database_url],
            stdout=file,
            check=True,
        )
    name = f"restored_{secrets.token_hex(4)}"
    restored = with_database(database_url, name)
    with psycopg.connect(with_database(database_url, "postgres"), autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        subprocess.run(
            [programs / "pg_restore", "--no-owner", "--dbname", restored, dump], check=True
        )
        with connected_to(restored):
            go_on(people, match)
    finally:
        with psycopg.connect(with_database(database_url, "postgres"), autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
    go_on(people, match)
