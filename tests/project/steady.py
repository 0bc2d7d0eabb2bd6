"""The suite many times in a row, beside a load: `make steady RUNS=10 LOAD=2`.

Prints each run's time and verdict as it ends and, at the end, every test that ever failed. What a
run that was not green has printed stays in `var/steady/`.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tests.support.server import ROOT

SUITE = ("-m", "pytest", "-n", "auto", "--dist", "worksteal")
BUSY_LOOP = "while True: pass"
BROKEN_OFF = "no results: it broke off"


def main(runs: int, load: int, arguments: Sequence[str], logs: Path) -> int:
    """Run the suite so many times; the exit code says whether all were green."""
    logs.mkdir(parents=True, exist_ok=True)
    ever: Counter[str] = Counter()
    for number in range(1, runs + 1):
        began, log = time.monotonic(), logs / f"run-{number}.log"
        with busy(load), TemporaryDirectory() as folder:
            results = Path(folder) / "results.xml"
            code = run([*SUITE, f"--junitxml={results}", *arguments], log)
            failed = list(failures(results)) if results.exists() else [BROKEN_OFF]
        if code == 0:
            log.unlink()
            verdict = "green"
        else:
            ever.update(failed or [f"exit {code}"])
            verdict = f"exit {code}, {len(failed)} failed, see {log}"
        print(f"run {number} of {runs}: {time.monotonic() - began:.0f} s, {verdict}", flush=True)
    for test, times in ever.most_common():
        print(f"failed {times} of {runs}: {test}")
    return 1 if ever else 0


def run(arguments: Sequence[str], log: Path) -> int:
    """Run Python with these arguments, all that it prints going to a file; its exit code."""
    with log.open("w") as printed:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, stdout=printed, stderr=subprocess.STDOUT, check=False)
    return done.returncode


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Keep so many cores busy."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def failures(results: Path) -> Iterator[str]:
    """The tests that failed or broke in a run, from its JUnit file."""
    for case in ElementTree.parse(results).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            yield f"{case.get('classname')}::{case.get('name')}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=os.environ.get("RUNS", "10"))
    parser.add_argument(
        "--load", type=int, default=os.environ.get("LOAD", "2"), help="busy loops beside it"
    )
    known, rest = parser.parse_known_args()
    sys.exit(main(known.runs, known.load, rest, ROOT / "var" / "steady"))
