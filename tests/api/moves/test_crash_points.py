"""A crash at any point of any writing request: after a retry the world is as if nothing happened.

Crashes are made at the n-th SQL statement for every n, at the commit, after the commit before the
answer, and at the broker.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Literal

import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

import events.work.due
from events.log.position import position_cache
from events.models import Due
from tests.api.moves.writing_requests import Request, requests
from tests.support.people import routes
from tests.support.services.databases import EVERY_DATABASE, VENDORS

pytestmark = pytest.mark.usefixtures("redis_url")


class Crash(OperationalError):
    """The process dies here, as far as the database can tell."""


@contextmanager
def crash_at_statement(number: int) -> Iterator[list[str]]:
    """Fail the n-th statement and all after it; yields the statements that were tried."""
    tried: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        tried.append(sql)
        if len(tried) >= number:
            raise Crash(f"crash at statement {number}: {sql[:60]}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield tried


@contextmanager
def crash_at_commit() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:

        def commit(self: BaseDatabaseWrapper) -> None:
            self.rollback()
            raise Crash("crash at the commit")

        patch.setattr(BaseDatabaseWrapper, "commit", commit)
        yield


@contextmanager
def crash_at_broker() -> Iterator[None]:
    """The process dies after the commit, before broker and client hear of it."""
    with pytest.MonkeyPatch.context() as patch:

        def wake(match_id: str) -> None:
            raise Crash("crash before the broker call")

        patch.setattr(events.work.due, "wake_worker", wake)
        yield


TABLES = [model._meta.db_table for model in apps.get_app_config("events").get_models()]


def world() -> dict[str, list[Any]]:
    """Every row of every table."""
    connection.ensure_connection()
    driver = connection.connection  # at every statement of every request: Django's cursors cost
    if connection.vendor == "sqlite":
        rows = {table: driver.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    else:
        each = (f"SELECT '{table}', row::text FROM {table} AS row" for table in TABLES)
        rows = {table: [] for table in TABLES}
        for table, row in driver.execute(" UNION ALL ".join(each)).fetchall():
            rows[table].append(row)
    return {table: sorted(found, key=repr) for table, found in rows.items()}


WRITING = requests()
CORE = ("matches", "join", "moves", "moves, sealed")
"""Crashed on both databases every day; the others on one of them in turn, unless EVERY_DATABASE is
set."""
CRASHED = sorted(
    (name.startswith("auth/"), vendor, name)
    for number, name in enumerate(WRITING)
    for turn, vendor in enumerate(VENDORS)
    if EVERY_DATABASE or name in CORE or number % len(VENDORS) == turn
)
"""Requests without a key last: pytest groups tests by the place of their parameters, so that tests
with and without these share a database."""
ONE_ROW = ("auth/passkey/options", "auth/new/options")
"""Requests that write one row and nothing else."""


def on(fixture: str, *, with_key: bool = False) -> pytest.MarkDecorator:
    """Parametrise by requests and the databases that they are crashed on."""
    chosen = [
        pytest.param(vendor, name, id=f"{vendor}-{name}")
        for is_without_key, vendor, name in CRASHED
        if not (with_key and is_without_key)
    ]
    scope: Literal["function", "module"] = "module" if fixture == "database" else "function"
    return pytest.mark.parametrize((fixture, "name"), chosen, indirect=[fixture], scope=scope)


def test_every_writing_route_is_here() -> None:
    posts = {path.split("/")[-1] for method, path in routes() if method == "POST"}
    assert posts == {name.split(",")[0].split("/")[-1] for name in WRITING}


def crash_at_every_statement(request: Request, *, cached: bool) -> list[str]:
    """As nothing has changed after a crash, the next one is made in the same situation; returns the
    statements of the request."""
    before = world()
    for number in count(1):
        if not cached:
            position_cache.clear()
        with crash_at_statement(number) as tried:
            response = request()
        if len(tried) < number:
            break
        assert response.status_code in (500, 503), f"statement {number}: {tried[-1]}"
        assert response.headers["Content-Type"] == "application/problem+json"
        assert world() == before, f"statement {number}: {tried[-1]}"
    assert response.status_code in (200, 201, 202)
    return unnumbered(tried)


def unnumbered(statements: list[str]) -> list[str]:
    """The statements without the numbers of savepoints, of which each is another."""
    return [re.sub(r"SAVEPOINT .*", "SAVEPOINT", statement) for statement in statements]


# Of its own, as all its rows are compared at every crash.
@on("own_database")
def test_a_crash_at_any_statement_leaves_nothing_behind(own_database: str, name: str) -> None:
    cold = crash_at_every_statement(WRITING[name](), cached=False)
    assert len(cold) >= (1 if name in ONE_ROW else 2)
    request = WRITING[name]()
    with crash_at_statement(len(cold) + 1000) as warm:
        request()
    if unnumbered(warm) != cold:  # else the cache of positions has no part in it
        crash_at_every_statement(WRITING[name](), cached=True)


@on("database")
def test_a_crash_at_the_commit_leaves_nothing_behind(database: str, name: str) -> None:
    request = WRITING[name]()
    before = world()
    with crash_at_commit():
        assert request().status_code in (500, 503)
    assert world() == before
    assert request().status_code in (200, 201, 202)


@on("database", with_key=True)
def test_an_answer_lost_after_the_commit_is_given_again(database: str, name: str) -> None:
    request = WRITING[name]()
    lost = request()
    after = world()
    again = request()
    assert (again.status_code, again.content) == (lost.status_code, lost.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert world() == after


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("name", ["matches", "start", "seed"])
def test_a_crash_between_commit_and_broker_costs_only_the_sweeps_wait(name: str) -> None:
    request = WRITING[name]()
    with crash_at_broker():
        crashed = request()
    again = request()
    assert again.status_code in (200, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    shown = again.json().get("match", again.json())
    bots_turn = shown["seats"][shown["awaiting"][0]]["player"]["kind"] == "bot"
    assert crashed.status_code == again.status_code  # it was committed, so it is answered
    assert Due.objects.filter(match_id=shown["id"]).exists() == bots_turn
