"""Settles the addresses of the services before pytest-django reads the settings."""

import os
import subprocess
from collections.abc import Generator
from urllib.parse import urlsplit

import pytest

from tests.support.services.keeper import Given, launch
from tests.support.services.processes import FOLDER, PATIENCE, run_folder
from tests.support.services.urls import with_database
from tests.support.services.valkey import ReservedPort

LEAGUES = """[{
    "key": "open", "game": "ciaociao", "seats": 4, "sizes": [3, 4], "tables": 3, "days": 14,
    "least": 6, "opens_after": 1
}]"""


@pytest.hookimpl(wrapper=True)  # a wrapper comes before pytest-django, which is "first" itself
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Settle the addresses for this process and its children."""
    environment = pytest.MonkeyPatch()
    early_config.add_cleanup(environment.undo)
    if FOLDER not in os.environ:
        _settle(early_config, environment)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if worker:
        private = with_database(os.environ["REDIS_URL"], str(int(worker) + 1))
        environment.setenv("REDIS_URL", private)
    figures = f"{os.environ['DATA_DIR']}/metrics-{worker}"
    environment.setenv("PROMETHEUS_MULTIPROC_DIR", figures)
    return (yield)


def _settle(config: pytest.Config, environment: pytest.MonkeyPatch) -> None:
    folder = run_folder()
    port = ReservedPort()
    config.add_cleanup(port.close)
    url = os.environ.get("DATABASE_URL", "")
    given = Given(
        postgresql=url if urlsplit(url).scheme in ("postgres", "postgresql") else None,
        redis=os.environ.get("REDIS_URL") or None,
        redis_port=port.number,
    )
    data = folder / "data"
    data.mkdir(mode=0o700)
    environment.setenv(FOLDER, str(folder))
    environment.setenv("DATA_DIR", str(data))
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ:
        (folder / "tmp").mkdir(mode=0o700)
        environment.setenv("PYTEST_DEBUG_TEMPROOT", str(folder / "tmp"))
    environment.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    environment.setenv("RATE_LIMITS", "off")  # tests of them set them
    environment.setenv("LEAGUES", LEAGUES)
    environment.setenv("REDIS_URL", given.redis or f"redis://127.0.0.1:{port.number}/0")
    # A test that forgets the fixture `database` finds none, neither ours nor the one given.
    server = given.postgresql or f"postgresql://postgres@/?host={folder}/postgres"
    environment.setenv("DATABASE_URL", with_database(server, "none"))
    keeper = launch(folder, given)
    config.add_cleanup(lambda: _end(keeper))


def _end(keeper: subprocess.Popen[bytes]) -> None:
    keeper.communicate(timeout=PATIENCE)
