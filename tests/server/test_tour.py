"""The tour is played as it stands, and what it shows is what comes back."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.server import PATIENCE, ROOT, SharedServer

TOUR = (ROOT / "docs" / "tour.md").read_text()
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "--- the next command ---"
ANY = "…"


class Step(NamedTuple):
    """A command of the tour, and what is shown of its answer."""

    command: str
    shown: str


def steps() -> list[Step]:
    """The commands in order; the first ones only prepare and answer nothing."""
    blocks = [match.groups() for match in BLOCK.finditer(TOUR)]
    found = []
    for (kind, text), (next_kind, answer) in zip(blocks, [*blocks[1:], ("bash", "")], strict=True):
        if kind == "bash":
            found.append(Step(text, "" if next_kind == "bash" else answer))
    return found


def fits(shown: Any, real: Any) -> bool:
    """Whether an answer is as it is shown, where "…" stands for anything."""
    if shown == ANY:
        return True
    if isinstance(shown, dict):
        open_ended = ANY in shown
        named = {name: value for name, value in shown.items() if name != ANY}
        return (
            isinstance(real, dict)
            and (named.keys() <= real.keys() if open_ended else named.keys() == real.keys())
            and all(fits(value, real[name]) for name, value in named.items())
        )
    if isinstance(shown, list):
        said = [value for value in shown if value != ANY]
        enough = len(real) >= len(said) if ANY in shown else len(real) == len(said)
        return enough and all(fits(one, other) for one, other in zip(said, real, strict=False))
    if isinstance(shown, str) and isinstance(real, str):
        pattern = ".*".join(map(re.escape, shown.split(ANY)))
        return bool(re.fullmatch(pattern, real, re.DOTALL))
    return bool(shown == real)


def test_the_tour_has_ten_commands_that_answer() -> None:
    assert len([step for step in steps() if step.shown]) == 10


def test_the_tour_comes_out_as_it_is_shown(shared_server: SharedServer, tmp_path: Path) -> None:
    script = f"\necho; echo '{MARK}'\n".join(step.command for step in steps())
    script = script.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{shared_server.port}")
    done = subprocess.run(
        ["bash", "-eu", "-c", f"token=\n{script}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    answers = [answer.strip() for answer in done.stdout.split(MARK)]
    for step, answer in zip(steps(), answers, strict=False):
        try:
            shown, real = json.loads(step.shown), json.loads(answer)
        except json.JSONDecodeError:
            shown, real = step.shown.strip(), answer
        assert fits(shown, real), f"{step.command}\nshown:\n{step.shown}\ncame:\n{answer[:3000]}"
    assert done.returncode == 0, done.stderr
    assert len(answers) == len(steps())


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "…": "…"}, {"a": 1, "b": 2}, True),
        ({"a": 1, "…": "…"}, {"b": 2}, False),
        (["…"], [], True),
        ([1, "…"], [2, 3], False),
        ("HTTP/1.1 201 …", "HTTP/1.1 409 Conflict", False),
        ("…Z", "2026-01-01T00:00:00Z", True),
        (None, 0, False),
    ],
)
def test_what_is_shown_is_compared(shown: Any, real: Any, same: bool) -> None:
    assert fits(shown, real) is same
