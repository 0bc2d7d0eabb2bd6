"""`make steady`: every run is told, and what a run that failed has printed is kept."""

import re
from pathlib import Path

import pytest

from tests.project.steady import BROKEN_OFF, main

ALONE = ("-c", "/dev/null", "-p", "xdist", "-n0", "-p", "no:cacheprovider")
"""In one process, without the settings and the plugins of the suite."""
WRITTEN = "def test_fine(): pass\ndef test_broken(): assert 1 == 2\n"


@pytest.fixture(autouse=True)
def no_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def test_each_run_is_told_and_the_log_of_a_failed_one_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests, logs = tmp_path / "test_written.py", tmp_path / "logs"
    tests.write_text(WRITTEN)
    assert main(1, 0, [*ALONE, f"{tests}::test_fine"], logs) == 0
    assert list(logs.iterdir()) == []
    assert main(1, 1, [*ALONE, str(tests)], logs) == 1
    told = capsys.readouterr().out.splitlines()
    green, red, *ever = told
    assert re.fullmatch(r"run 1 of 1: \d+ s, green", green)
    assert red.endswith(f" s, exit 1, 1 failed, see {logs / 'run-1.log'}")
    assert ever == ["failed 1 of 1: test_written::test_broken"]
    assert "assert 1 == 2" in (logs / "run-1.log").read_text()


def test_a_run_that_breaks_off_is_not_green(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(1, 0, ["--no-such-option"], tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"failed 1 of 1: {BROKEN_OFF}"
    assert "--no-such-option" in (tmp_path / "run-1.log").read_text()
