"""The suite many times in a row, beside a load: `make steady RUNS=10 LOAD=2`.

Prints each run's time and verdict as it ends and, at the end, every test that ever failed.
"""

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

SUITE = ("-m", "pytest", "-n", "auto", "--dist", "worksteal")
BUSY_LOOP = "while True: pass"


def main(runs: int, load: int, arguments: Sequence[str]) -> int:
    """Run the suite so many times; the exit code says whether all were green."""
    ever: Counter[str] = Counter()
    for number in range(1, runs + 1):
        began = time.monotonic()
        with busy(load), TemporaryDirectory() as folder:
            results = Path(folder) / "results.xml"
            command = [sys.executable, *SUITE, f"--junitxml={results}", *arguments]
            code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
            failed = list(failures(results)) if results.exists() else ["no results: it broke off"]
        ever.update(failed)
        verdict = "green" if code == 0 else f"exit {code}, {len(failed)} failed"
        print(f"run {number}: {verdict}, {time.monotonic() - began:.0f} s", flush=True)
    for test, times in ever.most_common():
        print(f"failed {times} of {runs}: {test}")
    return 1 if ever else 0


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
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--load", type=int, default=2, help="busy loops beside it")
    known, rest = parser.parse_known_args()
    sys.exit(main(known.runs, known.load, rest))
