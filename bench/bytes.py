"""The cost of a move in the database: bytes by table with its indexes.

Four people play every game at random over the API, on PostgreSQL and on an SQLite file. Each table
is measured before and after, without the space of deleted rows. The last line is what keeping the
body of every response would add: only the latest of each seat is kept.

    python -m bench.bytes [--moves 1000]
"""

import argparse
import logging
import os
import subprocess
import sys
from collections import Counter

os.environ["RATE_LIMITS"] = "off"
if sys.argv[1:2] == ["sqlite"]:
    from bench.sqlite_file import running
else:
    from bench.servers import running

# isort: split
from django.conf import settings
from django.db import connection

from games.chance import FastChance
from games.registry import all_games
from tests.support.people import Person, full_table, random_choice
from tests.support.sweeps import sweep_all

SEATS = 4
SIZES = {
    "postgresql": "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
    " WHERE relkind = 'r' AND relname LIKE 'events_%'",
    "sqlite": "SELECT m.tbl_name, sum(s.pgsize) FROM dbstat s JOIN sqlite_master m"
    " ON m.name = s.name WHERE m.tbl_name LIKE 'events_%' GROUP BY m.tbl_name",
}
COMPACT = {"postgresql": "VACUUM FULL", "sqlite": "VACUUM"}


def sizes() -> Counter[str]:
    """The bytes of every table with its indexes."""
    with connection.cursor() as cursor:
        cursor.execute(COMPACT[connection.vendor])
        cursor.execute(SIZES[connection.vendor])
        return Counter({name.removeprefix("events_"): int(size) for name, size in cursor})


def play(moves: int, chance: FastChance) -> int:
    """Play that many moves, of every game alike; return the bytes of all responses to them."""
    games, answered = list(all_games()), 0
    tables = [full_table(SEATS, game=game) for game in games]
    for number in range(moves):
        place = number % len(games)
        answer = None
        while answer is None:
            answer = _move(*tables[place], chance)
            if answer is None:
                tables[place] = full_table(SEATS, game=games[place])
        answered += len(answer)
    sweep_all()
    return answered


def _move(match: str, people: list[Person], chance: FastChance) -> bytes | None:
    """Make a move of anyone who may; return the response, None if the match is over."""
    for person in sorted(people, key=lambda _: chance.below(1000)):
        shown = person.match(match)
        if shown["choices"] and shown["sealed"] is None:
            answer = person.play(match, random_choice(shown, chance))
            assert answer.status_code in (201, 202), answer.content
            content: bytes = answer.content
            return content
    return None


def measure(moves: int) -> None:
    """Print bytes per move on this database."""
    chance = FastChance(0)
    play(len(all_games()), chance)  # every table has its first page
    before = sizes()
    answered = play(moves, chance)
    grown = sizes()
    grown.subtract(before)
    print(f"{connection.vendor}, {moves:,} moves, bytes per move")
    for name, size in grown.most_common():
        if size >= moves:
            print(f"  {name:20} {size / moves:8,.0f}")
    print(f"  {'in all':20} {grown.total() / moves:8,.0f}")
    print(f"  {'bodies not kept':20} {answered / moves:8,.0f}", flush=True)


def main() -> None:
    """Measure on PostgreSQL, then on SQLite."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("database", nargs="?", default="postgresql")
    options.add_argument("--moves", type=int, default=1000)
    given = options.parse_args()
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    settings.ALLOWED_HOSTS.append("localhost")
    with running():
        measure(given.moves)
    if given.database == "postgresql":
        again = [sys.executable, "-m", "bench.bytes", "sqlite", "--moves", str(given.moves)]
        subprocess.run(again, check=True)


if __name__ == "__main__":
    main()
