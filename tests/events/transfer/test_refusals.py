"""A move is refused, with a sentence that says what to do, where something could be lost."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.supervisor.lock import lock
from events.database import sessions
from events.database.move_mark import read_mark
from events.models import Device, Player
from events.transfer import compare, copy
from tests.events.transfer.installation import move, refusal
from tests.support.people import Person, full_table
from tests.support.services.databases import clone, connected_to

pytestmark = pytest.mark.usefixtures("redis_url")

TOO_MANY = ("events", "9999_of_tomorrow")
TOO_FEW = ("admin", "0003_logentry_add_action_flag_choices")


@contextmanager
def opened(url: str) -> Iterator[None]:
    """A connection of another process that has read something."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite://"))) as other:
            other.execute("SELECT count(*) FROM events_match")
            yield
    else:
        with psycopg.connect(url, application_name="gobelet"):
            yield


def assert_nothing_happened(url: str) -> None:
    """Neither database is marked, and the old one takes writes."""
    assert read_mark(connection) is None
    Person.guest("Anna")
    with connected_to(url):
        assert read_mark(connection) is None


def test_while_a_process_uses_either_database(
    own_database: str, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE_SECONDS", 0.0)
    for used in (os.environ["DATABASE_URL"], new_url):
        with opened(used):
            assert "is in use: stop the server" in refusal(to=new_url)
        assert_nothing_happened(new_url)


def test_while_a_server_runs_on_the_same_folder(own_database: str, new_url: str) -> None:
    settings.DATA_DIR.mkdir()
    held = lock(settings.DATA_DIR)
    try:
        assert "Another server already runs" in refusal(to=new_url)
    finally:
        os.close(held)
    assert_nothing_happened(new_url)


def test_into_a_database_that_holds_something(own_database: str, new_url: str) -> None:
    with connected_to(new_url):
        Person.guest("Bruno")
    assert "holds other data: events_player (1), events_device (1)" in refusal(to=new_url)
    assert_nothing_happened(new_url)


@pytest.mark.parametrize("is_old", [True, False])
def test_with_a_migration_too_few_or_too_many(
    own_database: str, new_url: str, is_old: bool
) -> None:
    url = os.environ["DATABASE_URL"] if is_old else new_url
    with connected_to(url):
        MigrationRecorder(connection).record_applied(*TOO_MANY)
    assert "migrated by a newer version (events.9999_of_tomorrow)" in refusal(to=new_url)
    with connected_to(url):
        MigrationRecorder(connection).record_unapplied("events", "9999_of_tomorrow")
        MigrationRecorder(connection).record_unapplied(
            "admin", "0003_logentry_add_action_flag_choices"
        )
    assert "lacks migrations of this version (admin.0003_" in refusal(to=new_url)
    assert_nothing_happened(new_url)


def test_onto_itself_or_to_nowhere(own_database: str, new_url: str) -> None:
    assert "names already" in refusal(to=os.environ["DATABASE_URL"])
    assert "does not answer" in refusal(to="postgresql://anna:hush@127.0.0.1:1/nowhere")
    assert "must begin with postgresql or sqlite" in refusal(to="mysql://127.0.0.1/gobelet")
    assert_nothing_happened(new_url)


def test_no_refusal_tells_a_password(own_database: str) -> None:
    assert "hush" not in refusal(to="postgresql://anna:hush@127.0.0.1:1/nowhere")
    assert "hush" not in refusal(to="postgresql://anna:hush@127.0.0.1:99999/nowhere")


def test_a_copy_that_differs_is_not_opened(
    own_database: str, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_table(2)
    for change, said in (
        (lambda: Device.objects.all().delete(), "events_device has 2 rows in the old database, 0"),
        (lambda: Player.objects.update(name="Nobody"), "events_player has rows that differ"),
    ):
        with monkeypatch.context() as patched, clone(other(own_database)) as url:
            patched.setattr(copy, "_sequences_copy", change)
            assert said in refusal(to=url)
            with connected_to(url):
                assert read_mark(connection) is not None
        call_command("move_database", cancel=True)
    move(new_url)


def test_what_is_left_of_a_cancelled_move_is_not_continued(
    own_database: str, new_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_table(2)
    with monkeypatch.context() as patched:
        patched.setattr(compare, "_difference", lambda *_: "something differs")
        assert "something differs" in refusal(to=new_url)
    call_command("move_database", cancel=True)
    assert "which was cancelled" in refusal(to=new_url)
    with connected_to(new_url):
        assert "drop it, and cancel the move" in refusal(cancel=True)
    assert read_mark(connection) is None


def other(vendor: str) -> str:
    return "sqlite" if vendor == "postgresql" else "postgresql"
