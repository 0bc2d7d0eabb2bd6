"""The contracts on imports are really enforced: each is broken here on purpose."""

import subprocess
import sys
from pathlib import Path

import pytest

RULES = "games/ciaociao/rules.py"
OWN_FOLDER = "A game imports its own folder"
BREAKS = {
    "downward only": ("Imports go downward only", "games/table.py", "import events"),
    "no clock": ("The rules know no framework", "games/table.py", "import datetime"),
    "no file": (OWN_FOLDER, RULES, "import tempfile"),
    "no own chance": (OWN_FOLDER, RULES, "import random"),
    "no own chance in a folder's front": (OWN_FOLDER, "games/pebbles/__init__.py", "import random"),
    "no neighbour": (OWN_FOLDER, RULES, "import games.pebbles"),
    "no neighbour of one file": (OWN_FOLDER, "games/pebbles/__init__.py", "import games.ciaociao"),
    "no simulation": (OWN_FOLDER, RULES, "import games.simulate"),
    "a bot sees its sight": (
        "A bot sees what its seat sees",
        "games/ciaociao/bot.py",
        "import games.ciaociao.state",
    ),
    "resample is not secrecy": (
        "What cannot be told apart",
        "games/ciaociao/resample.py",
        "import games.ciaociao.secrecy",
    ),
    "tables": ("Only events/ touches its tables", "api/query.py", "import events.models"),
}


def contracts(house: Path) -> str:
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_a_tidy_house_keeps_every_contract(house: Path) -> None:
    assert "6 kept, 0 broken" in contracts(house)


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_contract_is_found(house: Path, name: str) -> None:
    contract, path, line = BREAKS[name]
    with (house / path).open("a") as file:
        file.write(f"\n{line}\n")
    broken = [line for line in contracts(house).splitlines() if line.endswith(" BROKEN")]
    assert [line.startswith(contract) for line in broken] == [True]
