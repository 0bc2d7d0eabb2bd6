"""Processes of a real server die while people play: nothing is lost, doubled or forked.

`make faults` kills KILLS processes on each database; every day a few die on one.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.faults.run import run
from tests.support.server import ROOT
from tests.support.services.processes import remove, run_folder
from tests.support.sizes import FULL, sized

KILLS = int(os.environ.get("KILLS", sized(3, 500)))
TABLES = int(os.environ.get("TABLES", sized(2, 7)))
SEED = int(os.environ.get("SEED", "1"))
DATABASES = os.environ.get("DATABASE", sized("sqlite", "sqlite postgresql")).split()


@pytest.fixture
def folder(django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """A folder that PostgreSQL can use."""
    made = run_folder()
    with django_db_blocker.unblock():
        yield made
    remove(made)


@pytest.mark.parametrize("database", DATABASES)
def test_nothing_is_lost_when_processes_die(
    database: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(database, folder, kills=KILLS, tables=TABLES, seed=SEED)
    if FULL or "KILLS" in os.environ:
        result.keep(ROOT / "var" / "faults" / f"{database}-{SEED}.json")
        with capsys.disabled():
            print(json.dumps(result.figures, indent=1))
    assert result.faults == []
    assert result.figures["kills"] == KILLS
    assert result.figures["moves acknowledged"]
