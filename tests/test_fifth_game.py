"""A fifth game is one folder, plus its tests: nothing else is edited for it to be found."""

import shutil
import subprocess
import sys
from pathlib import Path

from games.registry import all_games

TOY = Path(__file__).parent / "fifth_game"


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=house, capture_output=True, text=True, check=False
    )


def suite(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(house, "pytest", "-p", "no:cacheprovider", *arguments)


def test_a_new_folder_is_a_new_game(house: Path) -> None:
    assert "pebbles/1" in run(house, "games", "list").stdout
    simulated = run(house, "games", "simulate", "pebbles", "--matches", "50").stdout
    assert "closest_guess: 100.0%" in simulated
    assert "There were" in run(house, "games", "watch", "pebbles", "--seats", "4").stdout


def test_with_its_tests_it_passes_every_check_without_an_edit(house: Path) -> None:
    shutil.copytree(TOY / "tests", house / "tests" / "games" / "pebbles")
    for name, seats in (("two", "2"), ("four", "4")):
        assert run(house, "tests.games.playthroughs", "pebbles", name, seats).returncode == 0
    # The other games' own tests and long runs are left out for the time they take.
    slow = "--deselect=tests/games/test_long_runs.py"
    others = " or ".join(all_games())
    tested = suite(house, "tests/games", "-k", f"not ({others})", slow)
    assert tested.returncode == 0, tested.stdout
    found = suite(house, "tests/games", "-k", "pebbles", "--collect-only").stdout
    assert "test_nothing_hidden_is_told[pebbles-4-" in found
    for tool in (("mypy", "games", "tests/games"), ("ruff", "check", "games", "tests/games")):
        checked = run(house, *tool)
        assert checked.returncode == 0, checked.stdout


def test_a_game_without_scenarios_and_playthroughs_is_refused(house: Path) -> None:
    tested = suite(house, "tests/games/test_conformance.py", "-k", "pebbles and (rule or brings)")
    assert tested.returncode == 1
    assert "no scenario names P1, P2, P3, P4, P5" in tested.stdout
    assert "brings_playthroughs_and_planted_leaks[pebbles]" in tested.stdout
