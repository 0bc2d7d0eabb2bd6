"""What tests of the whole house share."""

import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# How long a property takes says something about the machine only.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

ROOT = Path(__file__).parent.parent
PACKAGES = ("api", "config", "events", "games", "tests", "web")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with the toy game dropped into games/, for a module's tests."""
    copy = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(ROOT / "tests" / "fifth_game" / "game", copy / "games" / "pebbles")
    return copy
