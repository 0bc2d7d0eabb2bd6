"""The fixtures: a migrated database per test module and vendor, and Redis per worker.

The log refuses DELETE and TRUNCATE, so nothing is ever flushed: every module gets a clone.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakSet
from zlib import crc32

import psycopg
import pytest
import redis
from asgiref.local import Local
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import ConnectionHandler
from psycopg import sql
from pytest_django import DjangoDbBlocker

from config.environment import database as database_settings
from tests.support.services.keeper import ask
from tests.support.services.sqlite import copy_database
from tests.support.services.urls import with_database
from tests.support.services.valkey import ValkeyServer

VENDORS = ["postgresql", "sqlite"]
EVERY_DATABASE = bool(os.environ.get("EVERY_DATABASE"))
POSTGRESQL_BY_DAY = VENDORS if EVERY_DATABASE else ["postgresql"]
"""For tests that are costly on each: both only where EVERY_DATABASE asks for it."""
on_each_database = pytest.mark.parametrize("one_database", VENDORS, indirect=True, scope="module")
"""For tests of locks and races in a module that has `one_database`: on both every day."""


@pytest.fixture(scope="module", params=VENDORS)
def database(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Django in every thread of ours, and DATABASE_URL for children, on a new migrated database."""
    yield from on_a_clone(request.param, django_db_blocker)


@pytest.fixture(params=VENDORS)
def own_database(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The same for one test alone, which finds no rows of others."""
    yield from on_a_clone(request.param, django_db_blocker)


@pytest.fixture(scope="module")
def one_database(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The same for what both serve alike: a test's name says which one it is run on by day."""
    yield from on_a_clone(request.param, django_db_blocker)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Share the tests of a module out to both databases; EVERY_DATABASE runs each on both."""
    marked = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "one_database" in metafunc.fixturenames and "one_database" not in marked:
        by_day = VENDORS[crc32(metafunc.function.__name__.encode()) % len(VENDORS)]
        vendors = VENDORS if EVERY_DATABASE else [by_day]
        metafunc.parametrize("one_database", vendors, indirect=True, scope="module")


@pytest.fixture(scope="module", params=VENDORS if EVERY_DATABASE else ["sqlite"])
def any_database(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The same for what the database has no part in: both only where EVERY_DATABASE asks for it."""
    yield from on_a_clone(request.param, django_db_blocker)


def on_a_clone(
    vendor: str, django_db_blocker: DjangoDbBlocker, template: str | None = None
) -> Iterator[str]:
    """Connect Django, and DATABASE_URL, to a clone; yield its vendor."""
    with (
        clone(vendor, template) as url,
        connected_to(url),
        pytest.MonkeyPatch.context() as environment,
    ):
        environment.setenv("DATABASE_URL", url)
        with django_db_blocker.unblock():
            assert connection.vendor == vendor
            yield vendor


@pytest.fixture(scope="module")
def database_url(database: str) -> str:
    """The DATABASE_URL of this module's database, for child processes."""
    return os.environ["DATABASE_URL"]


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The REDIS_URL of the settings: a database that only this worker uses, empty at the start."""
    ask("redis")
    url = os.environ["REDIS_URL"]
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    """A running Valkey of this test's own, to be killed and emptied at will."""
    with ValkeyServer() as server:
        yield server


@contextmanager
def clone(vendor: str, template: str | None = None) -> Iterator[str]:
    """The URL of a copy, gone afterwards, of a database that is not in use: by default of the
    migrated template."""
    template = template or ask(f"{vendor} template")
    source = urlsplit(template).path
    copy = f"{source}_{secrets.token_hex(4)}"
    if vendor == "sqlite":
        with _file_clone(source, copy):
            yield f"sqlite://{copy}"
    else:
        with _server_clone(ask("postgresql"), source.lstrip("/"), copy.lstrip("/")):
            yield with_database(template, copy.lstrip("/"))


@contextmanager
def _server_clone(server: str, source: str, copy: str) -> Iterator[None]:
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(create.format(sql.Identifier(copy), sql.Identifier(source)))
    try:
        yield
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(drop.format(sql.Identifier(copy)))


@contextmanager
def _file_clone(source: str, copy: str) -> Iterator[None]:
    copy_database(source, copy)
    try:
        yield
    finally:
        for path in Path(copy).parent.glob(f"{Path(copy).name}*"):
            path.unlink()


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Every thread's next use of Django's default connection goes to this database."""
    opened: WeakSet[BaseDatabaseWrapper] = WeakSet()

    def remember(connection: BaseDatabaseWrapper, **_: Any) -> None:
        opened.add(connection)

    before = connections.settings["default"]
    connections.close_all()  # this thread's would be forgotten open
    connection_created.connect(remember)
    _use(ConnectionHandler({"default": database_settings(url)}).settings["default"])
    try:
        yield
    finally:
        connection_created.disconnect(remember)
        for wrapper in list(opened):
            wrapper.inc_thread_sharing()  # those of other threads too, or the clone stays in use
            wrapper.close()
        _use(before)


def _use(settings: dict[str, Any]) -> None:
    connections.settings["default"] = settings
    # A thread keeps its connection object, with the old settings in it, unless all are forgotten.
    connections._connections = Local(connections.thread_critical)  # type: ignore[attr-defined]
