"""A fifth game is one folder, plus its tests: nothing else is edited for it to be found."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import all_games
from tests.support import npm
from tests.support.needs import needed
from tests.support.npm import NODE
from tests.support.server import ROOT

TOY = ROOT / "tests" / "project" / "fifth_game"
TYPES = ".mypy_cache"
CONFORMANCE = "tests/games/test_conformance.py"
OTHERS = " or ".join(all_games())


@pytest.fixture
def tested(project_copy: Path) -> Iterator[Path]:
    """The copy with the toy game's own tests and playthroughs, for one test."""
    folder = project_copy / "tests" / "games" / "pebbles"
    shutil.copytree(TOY / "tests", folder)
    for name, seats in (("two", "2"), ("four", "4")):
        written = run(project_copy, "tests.games.support.playthroughs", "pebbles", name, seats)
        assert written.returncode == 0, written.stderr
    yield project_copy
    shutil.rmtree(folder)


def run(
    project_copy: Path, *command: str, option: str = "-m", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, option, *command],
        cwd=project_copy,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def suite(project_copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the rules, which need no plugin: neither Django nor a database."""
    plain = ("-o", "addopts=", "--import-mode=importlib", "--strict-markers", "--strict-config")
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return run(project_copy, "pytest", "-v", "-p", "no:cacheprovider", *plain, *arguments, **alone)


def over_every_game(project_copy: Path) -> list[str]:
    """The shared tests that a further game can change; long runs are left out for their time."""
    shared = sorted((project_copy / "tests" / "games").glob("test_*.py"))
    return [
        str(path.relative_to(project_copy))
        for path in shared
        if "all_games" in path.read_text() and path.name != "test_long_runs.py"
    ]


def test_a_new_folder_is_a_new_game(project_copy: Path) -> None:
    assert "pebbles/1" in run(project_copy, "games", "list").stdout
    simulated = run(project_copy, "games", "simulate", "pebbles", "--matches", "50").stdout
    assert "closest_guess: 100.0%" in simulated
    assert "There were" in run(project_copy, "games", "watch", "pebbles", "--seats", "4").stdout


LISTED = """
import django, json
django.setup()
from django.test import Client
ask = Client(SERVER_NAME="localhost").get
page = ask("/api/v1/games").json()
(found,) = [game for game in page["results"] if game["id"] == "pebbles"]
emblem = ask(found["emblem"])
print(json.dumps({"page": page, "game": found, "emblem": [emblem["Content-Type"], emblem.text]}))
"""


def test_the_api_and_the_client_list_it_with_its_blurb_and_emblem(
    project_copy: Path, tmp_path: Path
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(tmp_path)}
    asked = run(project_copy, LISTED, RATE_LIMITS="off", option="-c", **settings)
    assert asked.returncode == 0, asked.stderr
    told = json.loads(asked.stdout)
    assert told["game"]["blurbs"]["en"] == "How many pebbles do all fists hold?"
    assert told["emblem"] == ["image/svg+xml", (TOY / "game" / "emblem.svg").read_text()]
    games = tmp_path / "games.json"
    games.write_text(json.dumps(told["page"]))
    command = (
        needed("node", NODE),
        "--test",
        "--test-reporter=tap",
        "tests/web/unit/games.test.mjs",
    )
    shown = npm.run(*command, cwd=project_copy, GAMES=str(games))
    for language in ("fr", "en"):
        passed = f"ok \\d+ - pebbles is listed in {language} with its title, blurb and emblem"
        assert re.search(passed, shown), shown


def test_with_its_tests_it_conforms_without_an_edit(tested: Path) -> None:
    files = over_every_game(tested)
    assert CONFORMANCE in files
    # The other games' own tests are left out for the time they take.
    done = suite(tested, *files, "tests/games/pebbles", "-k", f"not ({OTHERS})")
    assert done.returncode == 0, done.stdout
    for passed in (
        rf"{CONFORMANCE}::test_\w*(hidden|leak|secret)\w*\[pebbles-4-",
        r"test_planted_leaks.py::test_a_planted_leak_is_found\[\S*pebbles",
        r"test_playthroughs.py::\w+\[pebbles-four\]",
        r"pebbles/test_rules.py::test_p5_",
    ):
        assert re.search(rf"{passed}.* PASSED", done.stdout), f"{passed}\n{done.stdout}"


def test_with_its_tests_it_passes_lint_and_types_without_an_edit(tested: Path) -> None:
    # Where `make lint` has just checked the project, mypy reads only what is new.
    if (ROOT / TYPES).exists():
        shutil.copytree(ROOT / TYPES, tested / TYPES)
    for tool in (("mypy",), ("ruff", "check"), ("ruff", "format", "--check")):
        checked = run(tested, *tool, "games", "tests/games")
        assert checked.returncode == 0, checked.stdout


def test_a_game_without_scenarios_and_playthroughs_is_refused(project_copy: Path) -> None:
    done = suite(project_copy, CONFORMANCE, "-k", "pebbles and (rule or brings)")
    assert done.returncode == 1
    assert "no scenario names P1, P2, P3, P4, P5" in done.stdout
    assert "brings_playthroughs_and_planted_leaks[pebbles]" in done.stdout
