"""A process that plays on SQLite by several threads and records each acknowledgement.

python -m tests.faults.power_cut.player MOVES SYNCHRONOUS
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402

from tests.faults.power_cut.recording import Acknowledged, acknowledge  # noqa: E402
from tests.support.people import Person, first_choice, full_table, new_key  # noqa: E402

THREADS = 3
CHECKPOINT_AFTER = 12
"""Moves of a thread after which it copies the write-ahead log into the database."""


def play(moves: int) -> None:
    """Play matches until so many moves were acknowledged."""
    played = 0
    while played < moves:
        match, people = full_table(2, options={"planks": 9})
        shown = people[0].match(match)
        while shown["status"] == "running" and played < moves:
            for person in people:
                shown = person.match(match)
                if shown["choices"] and shown["sealed"] is None:
                    played += _move(person, match, shown)
                    if played % CHECKPOINT_AFTER == 0:
                        connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def _move(person: Person, match: str, shown: dict[str, Any]) -> bool:
    key = new_key()
    answer = person.play(match, first_choice(shown), key)
    assert answer.status_code in (201, 202), answer.content
    receipt = answer.json()["receipt"]
    if "seq" not in receipt:
        return False
    acknowledge(Acknowledged(match, key, receipt["seq"], receipt["head"]))
    return True


def main(moves: str, synchronous: str) -> None:
    """Play by some threads at once, and end as a process that is killed."""

    def set_synchronous(connection: Any, **_: Any) -> None:
        connection.cursor().execute(f"PRAGMA synchronous={synchronous}")

    if synchronous != "FULL":
        connection_created.connect(set_synchronous, weak=False)
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(play, int(moves) // THREADS) for _ in range(THREADS)]:
            done.result()
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
