"""How many modules of ours an accepted move passes through, on each of its two routes.

A module counts if one of its functions runs between the parsed HTTP request and the response,
publishing after the commit included. The process has played moves before, so that imports and
caches do not count. uvicorn, the event loop around the batcher and the modules of the game itself
are left out. Printed: the modules of a move that most moves pass through, by package.

    python -m bench.move_path [--names]
"""

import argparse
import logging
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

os.environ["RATE_LIMITS"] = "off"
from bench.sqlite_file import running

# isort: split
from django.conf import settings
from django.db import connection

from games.chance import FastChance
from tests.support.people import full_table, new_key, random_choice
from tests.support.server import ROOT

GAME = "ciaociao"
MOVES = 60
PACKAGES = tuple(f"{ROOT}/{name}/" for name in ("config", "web", "api", "events", "games"))
ROUTES = {"batch": {}, "view": {"Accept": "application/json;q=1"}}
"""By the name of a route, the headers that lead to it."""


@contextmanager
def recorded(passed: set[str]) -> Iterator[None]:
    """Add the files of ours whose functions run inside."""

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PACKAGES) and f"/games/{GAME}/" not in file:
            passed.add(file.removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def modules(headers: dict[str, str]) -> set[str]:
    """Return the modules that at least half of the moves pass through; the first half warm up."""
    chance, counts, counted = FastChance(1), Counter[str](), 0
    match, people = full_table(3, game=GAME)
    for number in range(MOVES):
        mover, passed = people[people[0].match(match)["awaiting"][0]], set[str]()
        body = {"move": random_choice(mover.match(match), chance)}
        with recorded(passed):
            answer = mover.post(f"matches/{match}/moves", body, new_key(), **headers)
        assert answer.status_code == 201, answer.content
        if answer.json()["match"]["status"] != "running":
            match, people = full_table(3, game=GAME)
        elif number >= MOVES // 2:
            counts.update(passed)
            counted += 1
    return {module for module, times in counts.items() if 2 * times >= counted}


def main() -> None:
    """Print the number of modules on each route, by package."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--names", action="store_true", help="print the modules, too")
    names = options.parse_args().names
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    settings.ALLOWED_HOSTS.append("localhost")
    with running():
        assert connection.vendor == "sqlite"
        for route, headers in ROUTES.items():
            found = modules(headers)
            packages = Counter(module.rsplit("/", 1)[0] for module in found)
            print(f"{route}: {len(found)} modules")
            for package, size in sorted(packages.items()):
                print(f"  {package:28} {size}")
            if names:
                print("  " + "\n  ".join(sorted(found)))


if __name__ == "__main__":
    main()
