"""What the suite costs and what it left out: a plugin (`-p tests.project.times`).

At its end a run prints the time of each folder beside its budget and the slowest tests, and writes
the same to `var/test-times.txt`. Going over a budget is said and fails nothing: times depend on the
machine.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.needs import INSTALL, LEFT_OUT

SLOWEST = 30

# Seconds of each folder, of all processes together, as two idle cores should need. Three
# processes share two cores: six minutes have 1,080.
BUDGETS = {
    "tests/api": 240,
    "tests/clients": 20,
    "tests/cluster": 5,
    "tests/events": 150,
    "tests/faults": 60,
    "tests/games": 80,
    "tests/project": 90,
    "tests/proofs": 15,
    "tests/server": 130,
    "tests/web": 300,
}


class Times:
    """Seconds of every test, set-up and clean-up included, added up over all processes."""

    def __init__(self, budgets: Mapping[str, float]) -> None:
        self.budgets = budgets
        self.tests: defaultdict[str, float] = defaultdict(float)
        self.left_out: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time of one phase of a test."""
        self.tests[report.nodeid] += report.duration
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            if reason.startswith(LEFT_OUT):
                self.left_out[reason.removeprefix(LEFT_OUT).strip()] += 1

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        """Print the report, and keep it in a file."""
        if len(self.tests) < 2:
            return
        report = "\n".join(self.report())
        terminalreporter.write_line(report)
        kept = Path(config.rootpath) / "var" / "test-times.txt"
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(f"{report}\n")
        if self.left_out:
            terminalreporter.section("left out", yellow=True)
            for line in self.what_was_left_out():
                terminalreporter.write_line(line)

    def report(self) -> Iterator[str]:
        """The lines of the report."""
        folders: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.tests.items():
            folders[folder_of(test)] += seconds
        yield "seconds by folder, of all processes together"
        for folder, seconds in slowest_first(folders):
            yield f"{seconds:8.1f}  {folder}{self.beside_budget(folder, seconds)}"
        yield f"{sum(folders.values()):8.1f}  in all, of {sum(self.budgets.values()):.0f}"
        yield f"the {SLOWEST} slowest tests"
        for test, seconds in slowest_first(self.tests)[:SLOWEST]:
            yield f"{seconds:8.1f}  {test}"

    def what_was_left_out(self) -> Iterator[str]:
        """How many tests lacked each program, and one command that installs all of them."""
        packages: set[str] = set()
        for reason, tests in self.left_out.items():
            what, _, names = reason.partition(f"; {INSTALL} ")
            packages.update(names.split())
            yield f"{tests} tests need {what}"
        yield f"{INSTALL} {' '.join(sorted(packages))}"

    def beside_budget(self, folder: str, seconds: float) -> str:
        """How the time of a folder compares with what it should take."""
        if folder not in self.budgets:
            return ": no budget"
        over = seconds - self.budgets[folder]
        return f" of {self.budgets[folder]:.0f}" + (f": {over:.0f} s over" if over > 0 else "")


def slowest_first(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    """Names with their seconds, the largest first."""
    return sorted(seconds.items(), key=lambda item: -item[1])


def folder_of(test: str) -> str:
    """The folder of tests/ that a test belongs to."""
    parts = test.partition("::")[0].split("/")
    return "/".join(parts[:2] if len(parts) > 2 else parts[:1])


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the process that prints; the others report to it."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Times(BUDGETS), "times")
