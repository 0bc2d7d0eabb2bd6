#!/usr/bin/env python3
"""Compute players' ratings again from exported matches, with nothing but Python 3.11 and this file.

    python verify_ratings.py match.json another.json …

Each file is what GET /api/v1/matches/{id}/export answers, in any order: a file says with which
ratings its players sat down, and after how many matches. It prints each player's rating after the
latest of these matches. The exit status is 0 if every rating follows from the first one, 3 if
files are missing, so that some are the server's word, 1 if one is wrong, 2 for a file that cannot
be read.

docs/ratings.md says in words what is computed. That the places are those of the match is checked by
verify.py.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from math import exp, isclose, sqrt
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
Rating = tuple[float, float]
"""The estimate mu and its standard deviation sigma."""

FIRST = (25.0, 25 / 3)
BETA = 25 / 6
TAU = 25 / 300
KAPPA = 0.0001
PRECISION = 1e-9
MALFORMED = (ArithmeticError, LookupError, OSError, TypeError, ValueError)


def rated(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings after a match, by Plackett–Luce; teams of one rank are level."""
    grown = [[(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in grown]
    variances = [sum(sigma**2 for _, sigma in team) for team in grown]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    indices = range(len(teams))
    sums = [sum(exp(mus[s] / c) for s in indices if ranks[s] >= ranks[q]) for q in indices]
    level = [sum(ranks[s] == ranks[q] for s in indices) for q in indices]
    after = []
    for i in indices:
        omega = delta = 0.0
        for q in indices:
            if ranks[q] <= ranks[i]:
                share = exp(mus[i] / c) / sums[q]
                omega += ((q == i) - share) / level[q]
                delta += share * (1 - share) / level[q]
        omega *= variances[i] / c
        delta *= variances[i] / c**2 * sqrt(variances[i]) / c
        after.append(
            [
                (
                    mu + sigma**2 / variances[i] * omega,
                    sigma * sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)),
                )
                for mu, sigma in grown[i]
            ]
        )
    return after


class Key(NamedTuple):
    """Whose rating it is, in which game and class of tables."""

    player: str
    game: str
    pool: str


class Seated(NamedTuple):
    """A player at a table: the rating before the match, and after it if it counts."""

    match: str
    key: Key
    matches: int
    before: Rating
    after: Rating | None


def table_of(export: Json) -> Iterator[Seated]:
    """Yield the players of an exported match; none if it counts for no rating."""
    match, seats = export["match"], export["ratings"]
    if seats is None:
        return
    place = {seat: n for n, group in enumerate(match["outcome"]["ranking"]) for seat in group}
    teams: dict[tuple[str, int], list[int]] = {}
    for number, seat in enumerate(seats):
        alone = seat is None or seat["team"] is None
        teams.setdefault(("seat", number) if alone else ("team", seat["team"]), []).append(number)
    before = [
        (float(seat["mu"]), float(seat["sigma"]))
        if seat
        else bot_rating(match["seats"][number]["level"])
        for number, seat in enumerate(seats)
    ]
    together = list(teams.values())
    after = rated(
        [[before[one] for one in team] for team in together],
        [min(place[one] for one in team) for team in together],
    )
    small = "two" if len(seats) == 2 else "more"
    pool = "teams" if any(kind == "team" for kind, _ in teams) else small
    for team, ratings in zip(together, after, strict=True):
        for number, rating in zip(team, ratings, strict=True):
            if seat := seats[number]:
                key = Key(seat["player"], match["game"], pool)
                new = rating if seat["counts"] else None
                yield Seated(match["id"], key, seat["matches"], before[number], new)


def bot_rating(level: int) -> Rating:
    """The fixed rating of a bot."""
    return FIRST[0] + 2.5 * (level - 3), 0.5


def chained(tables: Sequence[Seated]) -> tuple[dict[Key, tuple[int, Rating]], list[str], list[str]]:
    """Return each player's latest rating with its number, what is missing, and what is wrong."""
    after: dict[tuple[Key, int], Rating] = {}
    missing, wrong = [], []
    for one in tables:
        if one.after and after.setdefault((one.key, one.matches + 1), one.after) is not one.after:
            wrong.append(f"match {one.match}: {one.key.player} has another match of that number")
    for one in tables:
        known = after.get((one.key, one.matches)) if one.matches else FIRST
        where = f"match {one.match}: {one.key.player} after {one.matches} matches"
        if known is None:
            missing.append(where)
        elif not all(map(close, known, one.before)):
            wrong.append(f"{where} has {known}, not {one.before}")
    latest: dict[Key, tuple[int, Rating]] = {}
    for (key, number), rating in sorted(after.items()):
        latest[key] = number, rating
    return latest, missing, wrong


def close(one: float, other: float) -> bool:
    """Whether two numbers are the same but for rounding."""
    return isclose(one, other, rel_tol=PRECISION)


def main(paths: Sequence[str]) -> int:
    """Check the files, print what follows from them, and return the exit status."""
    try:
        exports = [json.loads(Path(path).read_text()) for path in paths]
        once = {export["match"]["id"]: export for export in exports}
        latest, missing, wrong = chained([one for each in once.values() for one in table_of(each)])
    except MALFORMED as error:
        print(f"this cannot be read: {error!r}", file=sys.stderr)
        return 2
    for key, (number, (mu, sigma)) in latest.items():
        print(*key, number, mu, sigma)
    for where in wrong:
        print(f"WRONG: {where}", file=sys.stderr)
    for where in missing:
        print(f"on the server's word: {where}", file=sys.stderr)
    return 1 if wrong else 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
