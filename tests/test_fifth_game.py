"""A fifth game is one folder, plus its tests: nothing else is edited for it to be found."""

import shutil
import subprocess
import sys
from pathlib import Path

TOY = Path(__file__).parent / "fifth_game"


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=house, capture_output=True, text=True, check=False
    )


def conformance(house: Path) -> subprocess.CompletedProcess[str]:
    suites = ("conformance", "planted_leaks", "playthroughs", "terminal")
    files = [f"tests/games/test_{suite}.py" for suite in suites]
    return run(house, "pytest", "-p", "no:cacheprovider", "-k", "pebbles", *files)


def test_a_new_folder_is_a_new_game(house: Path) -> None:
    assert "pebbles/1" in run(house, "games", "list").stdout
    assert (
        "closest_guess: 100.0%"
        in run(house, "games", "simulate", "pebbles", "--matches", "50").stdout
    )
    assert "There were" in run(house, "games", "watch", "pebbles", "--seats", "4").stdout

    shutil.copytree(TOY / "tests", house / "tests" / "games" / "pebbles")
    for name, seats in (("two", "2"), ("four", "4")):
        assert run(house, "tests.games.playthroughs", "pebbles", name, seats).returncode == 0
    suite = conformance(house)
    assert suite.returncode == 0, suite.stdout
    assert " passed" in suite.stdout
    own = run(house, "pytest", "-p", "no:cacheprovider", "tests/games/pebbles")
    assert "5 passed" in own.stdout
    types = run(house, "mypy", "games", "tests/games")
    assert types.returncode == 0, types.stdout


def test_a_game_without_scenarios_and_playthroughs_is_refused(house: Path) -> None:
    shutil.copytree(TOY / "tests", house / "tests" / "games" / "pebbles")
    (house / "tests" / "games" / "pebbles" / "test_rules.py").unlink()
    suite = conformance(house)
    assert suite.returncode == 1
    assert "no scenario names P1, P2, P3, P4, P5" in suite.stdout
    assert "brings_playthroughs_and_planted_leaks[pebbles]" in suite.stdout
