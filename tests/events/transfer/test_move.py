"""A whole installation moves to another database, of the other kind, and nothing is lost."""

import os
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection
from pytest_django import DjangoDbBlocker

from events.database.bulk import insert_rows
from events.database.move_mark import require_not_moved
from events.log.position import position_cache
from events.models import Match, Outbox
from events.projections.rebuild import match_rebuild
from events.proof.log_check import logs_check
from events.transfer import copy
from events.transfer.tables import rows_in, table_names
from tests.events.transfer.installation import installation, move, refusal, step, views
from tests.support.draws import same_draws
from tests.support.people import Person, first_choice
from tests.support.services.databases import VENDORS, clone, connected_to, on_a_clone

pytestmark = pytest.mark.usefixtures("redis_url")


class Installed(NamedTuple):
    """An installation that no process uses, and the people of its matches."""

    vendor: str
    url: str
    running: dict[str, list[Person]]


@pytest.fixture(scope="module", params=VENDORS)
def installed(
    request: pytest.FixtureRequest, redis_url: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[Installed]:
    """The installation that every test moves a copy of."""
    with clone(request.param) as url:
        with connected_to(url), django_db_blocker.unblock(), same_draws("installation"):
            running = installation()
        yield Installed(request.param, url, running)


@pytest.fixture
def own_database(installed: Installed, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A copy of the installation, for one test alone."""
    position_cache.clear()
    yield from on_a_clone(installed.vendor, django_db_blocker, installed.url)


@pytest.fixture
def running(installed: Installed) -> dict[str, list[Person]]:
    """The people of the matches that run."""
    return installed.running


def latest_and_deleted() -> int:
    """The id of a notice that was the latest one, and expired."""
    notice = Outbox.objects.latest("pk")
    notice.pk, notice.number = None, 1
    notice.save()
    last: int = notice.pk
    notice.delete()
    return last


def test_everything_is_there_and_goes_on(
    own_database: str, new_url: str, running: dict[str, list[Person]]
) -> None:
    shown, counts = views(running), rows_in(connection)
    last = latest_and_deleted()
    move(new_url)
    with connected_to(new_url):
        require_not_moved()
        assert rows_in(connection) == counts
        assert len(counts) > 15
        assert views(running) == shown
        assert User.objects.get().has_perm("events.view_match")
        assert Match.objects.exclude(rematch_of=None).count() == 1
        for match, people in running.items():
            assert match_rebuild(match) == 0
            step(match, people)
        assert [faults for _, faults in logs_check() if faults] == []
        assert Outbox.objects.latest("pk").pk > last, "a stream's cursor never meets an older id"


def test_the_old_database_refuses_writes_until_it_is_cancelled(
    own_database: str, new_url: str, running: dict[str, list[Person]]
) -> None:
    match, people = next(iter(running.items()))
    move(new_url)
    version = Match.objects.get(id=match).version
    writes = [f'INSERT INTO "{table}" DEFAULT VALUES' for table in table_names()]
    for statement in (*writes, "UPDATE events_seat SET late = 9", "DELETE FROM events_outbox"):
        with pytest.raises(DatabaseError, match="was moved"), connection.cursor() as cursor:
            cursor.execute(statement)
    asked = next(person for person in people if person.match(match)["choices"])
    assert asked.play(match, first_choice(asked.match(match))).status_code == 500
    assert Match.objects.get(id=match).version == version
    with pytest.raises(ImproperlyConfigured, match="was moved to"):
        require_not_moved()
    assert "was moved to" in refusal(to=new_url)
    call_command("move_database", cancel=True)
    require_not_moved()
    step(match, people)


def test_there_and_back_again(
    own_database: str, new_url: str, running: dict[str, list[Person]]
) -> None:
    counts = rows_in(connection)
    move(new_url)
    old_url = os.environ["DATABASE_URL"]
    with clone(own_database) as third, connected_to(new_url):
        assert "was itself moved" in refusal(to=old_url)
        move(third)
        with connected_to(third):
            assert rows_in(connection) == counts
            for match, people in running.items():
                step(match, people)


def test_a_move_that_was_cut_off_continues(
    own_database: str,
    new_url: str,
    running: dict[str, list[Person]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = rows_in(connection)
    monkeypatch.setattr(copy, "PAGE", 8)
    for pages in (0, 1, 7, 30):
        with monkeypatch.context() as patched:
            patched.setattr(copy, "insert_rows", cutting(after=pages))
            assert "Interrupted" in refusal(to=new_url)
    with connected_to(new_url):
        with pytest.raises(ImproperlyConfigured, match="not complete"):
            require_not_moved()
        with clone("sqlite") as third:
            assert "is not complete itself" in refusal(to=third)
    with clone("sqlite") as third:
        assert "is being moved there" in refusal(to=third)
    move(new_url)
    with connected_to(new_url):
        assert rows_in(connection) == counts
        for match, people in running.items():
            step(match, people)


def cutting(*, after: int) -> Callable[..., None]:
    """Insert so many pages, and end the process within the transaction of the next."""
    left = count(after, -1)

    def insert_or_end(*page: Any) -> None:
        insert_rows(*page)
        if next(left) <= 0:
            raise KeyboardInterrupt

    return insert_or_end
