"""The cost of ratings: the end of a match with them and without, and a page of a long ranking.

The end of a match of four accounts is the resignation that ends it, which a player waits for, and
what the worker counts afterwards: reliability, and the ratings unless the match is unrated. Matches
of both kinds take turns; the limit is on what the player waits for. A ranking is read in pages of
50, the first and one in the middle, among few and among many players. Medians count, on PostgreSQL
and on an SQLite file, there of CPU time. `--quick` has a tenth of everything.

How well ratings find the strength of players is measured by `bench.rating_models`.
"""

import logging
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

if "sqlite" in sys.argv[1:]:
    from bench.sqlite_file import running
else:
    from bench.servers import running

# isort: split
from django.db import connection, transaction
from django.utils import timezone

from events import tasks
from events.matches.leaving import seat_resign
from events.matches.opening import match_create, match_join
from events.models import Player, Pool, Rating, random_id
from events.players.identity import player_create
from events.projections.skill import FIRST, Skill
from events.seats.locks import match_lock, table_lock
from events.selectors.ratings import Rank, ranked_json, ranking

QUICK = "--quick" in sys.argv[1:]
SEATS = 4
MATCHES = 10 if QUICK else 100
FEW, MANY = (100, 10_000) if QUICK else (1_000, 100_000)
PAGE = 50
LOOKS = 20 if QUICK else 100
END_LIMIT = 1.10
PAGE_LIMIT = 2.0
GAME = "ciaociao"


def match_of(people: list[Player], *, rated: bool) -> str:
    """Start a match of these players, all of whom but two have resigned; returns its id."""
    with transaction.atomic():
        seats = match_create(
            creator=people[0], game=GAME, seats=SEATS, options={}, visibility="public",
            rated=rated,
        )  # fmt: skip
        for player in people[1:]:
            seats = match_join(
                seats=table_lock(seats[0].match_id), player=player, invite=None,
                seed_commitment=None,
            )  # fmt: skip
    for player in people[2:]:
        resign(seats[0].match_id, player)
    return seats[0].match_id


def resign(match_id: str, player: Player) -> None:
    """Let a player leave a match for good, in a transaction of its own."""
    with transaction.atomic():
        seat_resign(match=match_lock(match_id), player=player)


def end_of_match(people: list[Player], *, rated: bool) -> tuple[float, float]:
    """Return the seconds of the last resignation, and of what is counted after it."""
    match = match_of(people, rated=rated)
    ended = timed(lambda: resign(match, people[1]))
    counted = timed(lambda: tasks.match_settle_due(match))
    assert Rating.objects.filter(player=people[0]).exists() >= rated
    return ended, counted


def ends() -> list[str]:
    """Print what the end of a match costs; return what is above the limit."""
    accounts = [player_create(locale="en", email=f"{n}@example.org") for n in range(2 * SEATS)]
    taken: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    end_of_match(accounts[:SEATS], rated=True)  # the first is slower
    for _ in range(MATCHES):
        for rated in (True, False):
            taken[rated].append(end_of_match(random.sample(accounts, SEATS), rated=rated))
    behind = []
    parts: dict[str, Callable[[tuple[float, float]], float]] = {
        "the request": lambda one: one[0],
        "request and worker": sum,
    }
    for name, part in parts.items():
        with_ratings, without = (median(map(part, taken[rated])) for rated in (True, False))
        ratio = with_ratings / without
        print(
            f"{connection.vendor:10} end of a match, {name:18} rated {with_ratings * 1000:7.2f} ms"
            f"   unrated {without * 1000:7.2f} ms   {ratio:.2f}×"
        )
        if name == "the request" and ratio > END_LIMIT:
            behind.append(f"{name} with ratings takes {ratio:.2f}×, not {END_LIMIT}×")
    return behind


def crowd(number: int) -> None:
    """Insert that many rated players."""
    now = timezone.now()
    people = [
        Player(id=random_id(), name="Player", created_at=now, seen_at=now) for _ in range(number)
    ]
    skills = [Skill(random.gauss(FIRST.mu, FIRST.sigma), random.uniform(1, 8)) for _ in people]
    Player.objects.bulk_create(people, batch_size=2_000)
    Rating.objects.bulk_create(
        (
            Rating(
                player=player, game=GAME, pool=Pool.MORE, matches=20, mu=skill.mu,
                sigma=skill.sigma, floor=skill.floor,
            )
            for player, skill in zip(people, skills, strict=True)
        ),
        batch_size=2_000,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def pages() -> dict[str, float]:
    """Return the median seconds of a first page, and of one in the middle."""
    middle = Rank(FIRST.mu - 3 * 4.5, "")
    return {
        name: median(timed(partial(page, after)) for _ in range(LOOKS))
        for name, after in (("first page", None), ("middle page", middle))
    }


def page(after: Rank | None) -> None:
    """Read a page of the ranking as the API shows it."""
    rows = ranking(game=GAME, pool=Pool.MORE, after=after, most=PAGE)
    assert len([ranked_json(row) for row in rows]) == PAGE


def rankings() -> list[str]:
    """Print what pages of a ranking cost; return what is above the limit."""
    crowd(FEW)
    few = pages()
    crowd(MANY - FEW)
    many, behind = pages(), []
    for name in few:
        ratio = many[name] / few[name]
        print(
            f"{connection.vendor:10} {name:12} {FEW:7,} players {few[name] * 1000:7.2f} ms"
            f"   {MANY:7,} players {many[name] * 1000:7.2f} ms   {ratio:.2f}×"
        )
        if ratio > PAGE_LIMIT:
            behind.append(f"the {name} takes {ratio:.2f}×, not {PAGE_LIMIT}×")
    return behind


def timed(do: Callable[[], object]) -> float:
    """Return the duration of a call in seconds."""
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    began = clock()
    do()
    return clock() - began


def main() -> None:
    """Print times and ratios on both databases; fails if one is above its limit."""
    random.seed(0)
    logging.disable(logging.WARNING)  # warnings that there is no Redis
    with running():
        behind = ends() + rankings()
    assert not behind, "; ".join(behind)
    if connection.vendor == "postgresql":
        again = [sys.executable, "-m", "bench.ratings", "sqlite", *(["--quick"] if QUICK else [])]
        subprocess.run(again, check=True)


if __name__ == "__main__":
    main()
