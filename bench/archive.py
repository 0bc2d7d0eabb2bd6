"""What a finished match takes in the database, before it is archived and afterwards.

Four people play every game at random to its end over the API, on PostgreSQL and on an SQLite file.
Each table is measured with its indexes and without the space of deleted rows. The outbox, whose
rows are deleted after 90 days, is left out.

    python -m bench.archive [--matches 3] [--games ciaociao …]
"""

import argparse
import logging
import lzma
import os
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter

os.environ["RATE_LIMITS"] = "off"
if sys.argv[1:2] == ["sqlite"]:
    from bench.sqlite_file import running
else:
    from bench.servers import running

# isort: split
from django.conf import settings
from django.db import connection

from bench.bytes import SEATS, sizes
from events.log.archive import archived_rows
from events.models import ArchivedLog, Match
from events.proof.archive import match_archive
from games.chance import FastChance
from games.registry import all_games
from tests.support.people import full_table, play_to_the_end, random_choice
from tests.support.sweeps import sweep_all

Code = Callable[[bytes], bytes]
LEFT_OUT = ("outbox", "delivery", "player", "device")


def play(games: Sequence[str], rounds: int) -> list[str]:
    """Play so many matches of each game to their ends; return their ids."""
    chance, matches = FastChance(0), []
    for game in list(games) * rounds:
        match, people = full_table(SEATS, game=game)
        play_to_the_end(match, people, lambda shown: random_choice(shown, chance))
        matches.append(match)
    sweep_all()
    return matches


def growth(since: Counter[str]) -> Counter[str]:
    """The bytes by which every table has grown."""
    grown = sizes()
    grown.subtract(since)
    return Counter({name: size for name, size in grown.items() if name not in LEFT_OUT})


def measure(games: Sequence[str], rounds: int) -> None:
    """Print bytes per match on this database, before and after."""
    play(games, 1)  # every table has its first page
    empty = sizes()
    matches = play(games, rounds)
    before = growth(empty)
    began = perf_counter()
    assert all(map(match_archive, matches))
    seconds = perf_counter() - began
    after = growth(empty)
    began = perf_counter()
    events = sum(len(archived_rows(match)) for match in matches)
    reading = perf_counter() - began
    count = len(matches)
    assert Match.objects.filter(archived_at__isnull=False).count() == count
    print(f"{connection.vendor}, {count} matches of {events / count:,.0f} events each on average")
    print(f"  {'bytes per match':20} {'before':>9} {'after':>9}")
    for name, size in before.most_common():
        if max(size, after[name]) >= 50 * count:
            print(f"  {name:20} {size / count:9,.0f} {after[name] / count:9,.0f}")
    for name in set(after) - set(before):
        print(f"  {name:20} {0:9,.0f} {after[name] / count:9,.0f}")
    all_before, all_after = before.total() / count, after.total() / count
    print(
        f"  {'in all':20} {all_before:9,.0f} {all_after:9,.0f}  ({all_before / all_after:.1f} to 1)"
    )
    print(
        f"  ms per match: {1e3 * seconds / count:.0f} to archive,"
        f" {1e3 * reading / count:.1f} to read"
    )
    compare([zlib.decompress(one.data) for one in ArchivedLog.objects.filter(match__in=matches)])
    sys.stdout.flush()


def compare(contents: list[bytes]) -> None:
    """Print what other compression would make of the same archives."""
    whole = sum(map(len, contents))
    ways: list[tuple[str, Code, Code]] = [
        ("zlib", zlib.compress, zlib.decompress),
        ("LZMA", lzma.compress, lzma.decompress),
    ]
    for name, compress, decompress in ways:
        packed = [compress(one) for one in contents]
        began = perf_counter()
        for one in packed:
            decompress(one)
        took = 1e3 * (perf_counter() - began) / len(packed)
        share = 100 * sum(map(len, packed)) / whole
        print(
            f"  {name}: {share:.1f} % of {whole / len(packed):,.0f} bytes, {took:.1f} ms to unpack"
        )


def main() -> None:
    """Measure on PostgreSQL, then on SQLite."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("database", nargs="?", default="postgresql")
    options.add_argument("--matches", type=int, default=3, help="of every game")
    options.add_argument("--games", nargs="*", default=list(all_games()))
    given = options.parse_args()
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    settings.ALLOWED_HOSTS.append("localhost")
    with running():
        measure(given.games, given.matches)
    if given.database == "postgresql":
        again = [sys.executable, "-m", "bench.archive", "sqlite", *sys.argv[1:]]
        subprocess.run(again, check=True)


if __name__ == "__main__":
    main()
