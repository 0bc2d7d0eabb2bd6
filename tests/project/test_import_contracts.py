"""The contracts on imports are really enforced: each is broken here on purpose."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

RULES = "games.ciaociao.rules"
OWN_FOLDER = "A game imports its own folder, the contract, and nothing that acts"
BREAKS = {
    "downward only": ("Imports go downward only", "games.table", "events"),
    "no view in a request": (
        "Packages of api import those below them",
        "api.requests.matches",
        "api.views.games",
    ),
    "no process in the supervisor": (
        "Packages of config import those below them",
        "config.supervisor.child",
        "config.processes.beat",
    ),
    "no package above": (
        "Packages of events import those below them",
        "events.seats.rows",
        "events.players.devices",
    ),
    "no clock": (
        "The rules know no framework, no database, no clock",
        "games.table",
        "datetime",
    ),
    "no file": (OWN_FOLDER, RULES, "tempfile"),
    "no own chance": (OWN_FOLDER, RULES, "random"),
    "no own chance in a folder's front": (OWN_FOLDER, "games.pebbles", "random"),
    "no neighbour": (OWN_FOLDER, RULES, "games.pebbles"),
    "no neighbour of one file": (OWN_FOLDER, "games.pebbles", "games.ciaociao"),
    "no simulation": (OWN_FOLDER, RULES, "games.simulate"),
    "a bot sees its sight": (
        "A bot sees what its seat sees",
        "games.ciaociao.bot",
        "games.ciaociao.state",
    ),
    "resample is not secrecy": (
        "What cannot be told apart is not taken from what is shown",
        "games.ciaociao.resample",
        "games.ciaociao.secrecy",
    ),
    "tables": ("Only events/ touches its tables", "api.http.query_params", "events.models"),
}


@pytest.fixture(scope="module")
def report(project_copy: Path) -> dict[str, Any]:
    """The contracts that are kept, and those that each import of BREAKS breaks alone."""
    cases = {name: added for name, (_, *added) in BREAKS.items()}
    done = subprocess.run(
        [sys.executable, "-m", "tests.project.broken_contracts"],
        cwd=project_copy,
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_project_keeps_every_contract(project_copy: Path, report: dict[str, Any]) -> None:
    project = tomllib.loads((project_copy / "pyproject.toml").read_text())
    contracts = [contract["name"] for contract in project["tool"]["importlinter"]["contracts"]]
    assert report["kept"] == contracts


def test_every_contract_is_broken_once(report: dict[str, Any]) -> None:
    assert {contract for contract, *_ in BREAKS.values()} == set(report["kept"])


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_contract_is_found(report: dict[str, Any], name: str) -> None:
    assert report["broken"][name] == [BREAKS[name][0]]
