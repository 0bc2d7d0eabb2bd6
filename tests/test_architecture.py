"""The contracts on imports are really enforced: each is broken here on purpose."""

import subprocess
import sys
from pathlib import Path

import pytest

BREAKS = {
    "Imports go downward only": ("games/table.py", "import events"),
    "The rules are pure": ("games/ciaociao/rules.py", "import datetime"),
    "A game draws from the chance it is given": ("games/ciaociao/rules.py", "import random"),
    "Games know nothing of each other": ("games/ciaociao/rules.py", "import games.pebbles.more"),
    "A bot sees what its seat sees": ("games/ciaociao/bot.py", "import games.ciaociao.state"),
    "What cannot be told apart": ("games/ciaociao/resample.py", "import games.ciaociao.secrecy"),
    "Only events/ touches its tables": ("api/views.py", "import events.log.models"),
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
    assert f"{len(BREAKS)} kept, 0 broken" in contracts(house)


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_contract_is_found(house: Path, name: str) -> None:
    path, line = BREAKS[name]
    (house / "events" / "log").mkdir()
    (house / "events" / "log" / "__init__.py").touch()
    (house / "events" / "log" / "models.py").touch()
    (house / "games" / "pebbles" / "more.py").touch()
    with (house / path).open("a") as file:
        file.write(f"\n{line}\n")
    broken = [line for line in contracts(house).splitlines() if line.endswith(" BROKEN")]
    assert [line.startswith(name) for line in broken] == [True]
