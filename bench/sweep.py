"""The cost of many clocks: a sweep, a check for reminders, and the list of a player's turns.

Measured among 1,000 and among 100,000 running matches, on PostgreSQL and on an SQLite file. A
hundred matches are real, and in each the deadline of a seat passes at the same time. The others are
copied rows of a running match, with deadlines weeks later. The player whose turns are listed has
twenty. Medians count.
"""

import logging
import random
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

if sys.argv[1:] == ["sqlite"]:
    from bench.sqlite_file import running
else:
    from bench.servers import running

# isort: split
from django.db import connection, transaction

from events import tasks
from events.clocks.kinds import PerMove
from events.matches.opening import match_create, match_join
from events.models import Match, Player, Seat, random_id
from events.players.identity import player_create
from events.seats.locks import table_lock
from events.selectors.turns import turns_count, turns_json, turns_of
from events.work.due import due_matches
from tests.support.time_travel import Sky, travelling

FEW, MANY = 1_000, 100_000
DUE = 100
TURNS = 20
ROUNDS = 3
LOOKS = 50
LIMIT = 3.0
LIMITED = ("sweep of 100", "turns")
"""The others find nothing in a few milliseconds: too short to measure on a shared machine."""
START = datetime(2026, 1, 1, tzinfo=UTC)
CLOCK = PerMove(seconds=3600, vacation=False)


def opened(people: list[Player]) -> Match:
    """Start a match of two players."""
    with transaction.atomic():
        seats = match_create(
            creator=people[0], game="ciaociao", seats=2, options={}, visibility="public",
            clock=CLOCK,
        )  # fmt: skip
        seats = match_join(
            seats=table_lock(seats[0].match_id), player=people[1], invite=None,
            seed_commitment=None,
        )  # fmt: skip
    return seats[0].match


def crowd(matches: int) -> None:
    """Insert that many rows of running matches, each with two of many players."""
    people = [
        Player(id=random_id(), name="Guest", created_at=START, seen_at=START)
        for _ in range(max(2, matches // 10))
    ]
    Player.objects.bulk_create(people, batch_size=2_000)
    model = opened(people[:2])
    seats = list(Seat.objects.filter(match=model).order_by("number"))
    for start in range(0, matches, 2_000):
        copies = [_copy(model, id=random_id()) for _ in range(min(2_000, matches - start))]
        Match.objects.bulk_create(copies, batch_size=500)
        Seat.objects.bulk_create(
            [
                _copy(seat, id=None, match=match, player=player, deadline=_weeks_from_now(seat))
                for match in copies
                for seat, player in zip(seats, random.sample(people, 2), strict=True)
            ],
            batch_size=500,
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copy(row: Any, **changes: object) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    for name in changes:
        values.pop(f"{name}_id", None)
    return type(row)(**values | changes)


def _weeks_from_now(seat: Seat) -> datetime | None:
    if seat.deadline is None:
        return None
    return START + timedelta(days=30, seconds=random.random() * 30 * 86_400)


def sweeps(sky: Sky) -> float:
    """Return the median seconds of a sweep that settles a hundred time-outs."""
    people = [player_create(locale="en") for _ in range(2)]
    for _ in range(DUE):
        opened(people)
    taken = []
    for _ in range(ROUNDS):
        tasks.sweep()  # reliability still to be counted from the round before
        sky.pass_by(hours=1, seconds=10)
        assert len(due_matches(most=tasks.SWEPT_AT_ONCE)) == DUE
        taken.append(timed(tasks.sweep))
    return median(taken)


def looks() -> float:
    """Return the median seconds in which a sweep finds that nothing is due."""
    return median(timed(lambda: due_matches(most=tasks.SWEPT_AT_ONCE)) for _ in range(LOOKS))


def reminders() -> float:
    """Return the median seconds in which `tell` finds that no notification is due."""
    tasks.notify()  # compute the reminders of new questions once
    return median(timed(tasks.notify) for _ in range(LOOKS))


def turns() -> float:
    """Return the median seconds to list and count a player's turns."""
    people = [player_create(locale="en") for _ in range(2)]
    while turns_count(people[0]) < TURNS:
        opened(people)

    def ask() -> None:
        assert len(turns_json(turns_of(people[0], after=None, most=TURNS))) == TURNS
        assert turns_count(people[0]) == TURNS

    return median(timed(ask) for _ in range(LOOKS))


def timed(do: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def measure() -> list[str]:
    """Print times and ratios on this database; return what is above the limit."""
    taken: dict[str, list[float]] = {"sweep of 100": [], "look": [], "notify": [], "turns": []}
    for more in (FEW, MANY - FEW):
        crowd(more)
        with travelling(START) as sky:
            taken["notify"].append(reminders())
            taken["turns"].append(turns())
            taken["sweep of 100"].append(sweeps(sky))
            taken["look"].append(looks())
    behind = []
    for name, (few, many) in taken.items():
        print(
            f"{connection.vendor:10} {name:12} {FEW:7,} running {few * 1000:8.2f} ms   "
            f"{MANY:7,} running {many * 1000:8.2f} ms   {many / few:.2f}×"
        )
        if name in LIMITED and many / few > LIMIT:
            behind.append(f"{name} on {connection.vendor} is {many / few:.1f}×, not {LIMIT}×")
    return behind


def main() -> None:
    """Print the times among few and many matches; fail if the ratio is above the limit."""
    random.seed(0)
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    with running():
        behind = measure()
    assert not behind, "; ".join(behind)
    if connection.vendor == "postgresql":
        subprocess.run([sys.executable, "-m", "bench.sweep", "sqlite"], check=True)


if __name__ == "__main__":
    main()
