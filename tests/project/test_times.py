"""What a run says of its cost."""

from typing import Literal

import pytest

from tests.project.times import Times
from tests.support.needs import LEFT_OUT


def phase(test: str, seconds: float, *, left_out: str = "") -> pytest.TestReport:
    """A phase of a test that passed, or was skipped for want of a program."""
    outcome: Literal["passed", "skipped"] = "skipped" if left_out else "passed"
    reason = ("file.py", 1, f"Skipped: {LEFT_OUT} {left_out}") if left_out else None
    return pytest.TestReport(test, ("", 0, ""), {}, outcome, reason, "call", duration=seconds)


def test_folders_are_compared_with_their_budgets_and_tests_listed_by_time() -> None:
    times = Times({"tests/slow": 2, "tests/quick": 2})
    for test, seconds in (("slow/test_a.py::a", 1.0), ("slow/test_a.py::a", 4.0)):
        times.pytest_runtest_logreport(phase(f"tests/{test}", seconds))
    times.pytest_runtest_logreport(phase("tests/quick/deep/test_b.py::b", 1.5))
    times.pytest_runtest_logreport(phase("tests/test_c.py::c", 0.1))
    assert list(times.report()) == [
        "seconds by folder, of all processes together",
        "     5.0  tests/slow of 2: 3 s over",
        "     1.5  tests/quick of 2",
        "     0.1  tests: no budget",
        "     6.6  in all, of 4",
        "the 30 slowest tests",
        "     5.0  tests/slow/test_a.py::a",
        "     1.5  tests/quick/deep/test_b.py::b",
        "     0.1  tests/test_c.py::c",
    ]


def test_one_command_installs_all_that_was_missing() -> None:
    times = Times({})
    missing = ("node; on Debian: apt-get install nodejs npm",) * 2
    for number, reason in enumerate((*missing, "Chromium; on Debian: apt-get install chromium")):
        times.pytest_runtest_logreport(phase(f"tests/test_a.py::{number}", 0, left_out=reason))
    assert list(times.what_was_left_out()) == [
        "2 tests need node",
        "1 tests need Chromium",
        "on Debian: apt-get install chromium nodejs npm",
    ]
