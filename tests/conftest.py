"""Fixtures and hooks for all tests."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from hypothesis import settings

from config.startup import struct_types_load
from tests.support.server import SharedServer
from tests.support.sizes import FULL

# How long a property takes says something about the machine only.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

ROOT = Path(__file__).parent.parent
PACKAGES = ("api", "config", "events", "games", "tests", "web")

# With Python's own figures the collector takes a quarter of the suite's processor time.
gc.set_threshold(100_000, 50, 100)

FIRST = ("web", "server", "project")
"""What is named so in tests/ is run first: its tests are long, and at the end of a run one process
would wait for the other's."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: a third of the time tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order tests so that quick ones are left at the end, to be shared out among processes."""
    items.sort(key=lambda item: not item.nodeid.removeprefix("tests/").startswith(FIRST))


def pytest_collection_finish() -> None:
    """Load what threads of tests use at once; exclude it and all tests from garbage collection."""
    if apps.ready:
        struct_types_load()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _same_draws(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test deals the same cards in every run; at full size it deals others each time."""
    if FULL or not apps.ready:  # the rules are tested without Django as well
        yield
        return
    from tests.support.draws import same_draws

    with same_draws(request.node.nodeid):
        yield


@pytest.fixture(scope="module")
def project_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with the toy game dropped into games/, for a module's tests."""
    copy = tmp_path_factory.mktemp("project")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(ROOT / "tests" / "project" / "fifth_game" / "game", copy / "games" / "pebbles")
    return copy


@pytest.fixture(scope="session")
def shared_server() -> SharedServer:
    """The one server of the run, for tests that neither stop it nor kill a part of it.

    Mails go to files in its folder, rates are not limited, and due work is looked for every second.
    Tests of other processes use it at the same time.
    """
    return SharedServer()
