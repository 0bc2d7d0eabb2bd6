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


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the project, with the toy game dropped into games/."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "tests" / "fifth_game" / "game", tmp_path / "games" / "pebbles")
    return tmp_path
