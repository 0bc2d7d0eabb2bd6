"""Ratings of simulated players against their true strengths: ours beside Elo and Glicko-2.

Players of hidden strengths meet at tables of four, seated at random. Each plays MATCHES; a place
follows from the strength and the luck of the day. Counted is Spearman's rank correlation of ratings
and strengths. Elo and Glicko-2 rate pairs, so a table of four is six duels to them: in Elo each
counts a third, with the step that does best here; in Glicko-2 a table is a rating period.
"""

import sys
from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from events.projections.skill import FIRST, skills_after

PLAYERS, SEEDS = 400, 5
SEATS = 4
MATCHES = 30
SPREAD, LUCK = 25 / 3, 25 / 6
"""Standard deviations of strengths, and of the form on the day: what the model assumes."""
LIMIT = 0.9
STEPS = (16, 32, 64, 96, 128)
"""The steps K that Elo is tried with."""

Play = Callable[[Sequence[int], Sequence[int]], None]
"""Rates a table: its players and their places."""
VOLATILITY, CHANGE = 0.06, 0.5
"""Glicko-2's first volatility and its constant tau, as its author recommends."""
SCALE = 173.7178


class Model(NamedTuple):
    """A rating of all players: how a table changes it, and its estimates."""

    play: Play
    ratings: list[float]


def ours(players: int) -> Model:
    """Return the model of the server."""
    skills, means = [FIRST] * players, [FIRST.mu] * players

    def play(table: Sequence[int], places: Sequence[int]) -> None:
        after = skills_after([[skills[one]] for one in table], places)
        for one, (skill,) in zip(table, after, strict=True):
            skills[one], means[one] = skill, skill.mu

    return Model(play, means)


def elo(players: int, step: float) -> Model:
    """Return Elo by pairs."""
    ratings = [1500.0] * players

    def play(table: Sequence[int], places: Sequence[int]) -> None:
        before = {one: ratings[one] for one in table}
        for one, score in duels(table, places):
            for other, result in score:
                expected = 1 / (1 + 10 ** ((before[other] - before[one]) / 400))
                ratings[one] += step / (len(table) - 1) * (result - expected)

    return Model(play, ratings)


def glicko(players: int) -> Model:
    """Return Glicko-2 by pairs (Glickman, Example of the Glicko-2 system, 2012)."""
    states, means = [(0.0, 350 / SCALE, VOLATILITY)] * players, [0.0] * players

    def play(table: Sequence[int], places: Sequence[int]) -> None:
        before = {one: states[one] for one in table}
        for one, score in duels(table, places):
            states[one] = _glicko_after(before[one], [(*before[it][:2], r) for it, r in score])
            means[one] = states[one][0]

    return Model(play, means)


def duels(table: Sequence[int], places: Sequence[int]) -> list[tuple[int, list[tuple[int, float]]]]:
    """Return for each player the result against each other: 1 won, 0 lost."""
    at = dict(zip(table, places, strict=True))
    return [
        (one, [(other, 0.5 + 0.5 * ((at[one] < at[other]) - (at[one] > at[other])))
               for other in table if other != one])
        for one in table
    ]  # fmt: skip


def _glicko_after(
    state: tuple[float, float, float], games: Sequence[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Steps 3 to 7 of the paper."""
    mu, phi, sigma = state
    information = improvement = 0.0
    for other, deviation, result in games:
        g = 1 / sqrt(1 + 3 * deviation**2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - other)))
        information += g**2 * expected * (1 - expected)
        improvement += g * (result - expected)
    variance = 1 / information
    sigma = _volatility(phi, sigma, variance, variance * improvement)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return mu + phi**2 * improvement, phi, sigma


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / CHANGE**2

    a = start
    if delta**2 > phi**2 + variance:
        b = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * CHANGE) < 0:
            k += 1
        b = start - k * CHANGE
    at_a, at_b = f(a), f(b)
    while abs(b - a) > 1e-6:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return exp(a / 2)


def correlation(ratings: Sequence[float], strengths: Sequence[float]) -> float:
    """Return Spearman's rank correlation; no two strengths are equal."""
    places = [_places(ratings), _places(strengths)]
    apart = sum((one - other) ** 2 for one, other in zip(*places, strict=True))
    return 1 - 6 * apart / (len(ratings) * (len(ratings) ** 2 - 1))


def _places(values: Sequence[float]) -> list[int]:
    places = [0] * len(values)
    for place, one in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        places[one] = place
    return places


def season(players: int, seed: int) -> dict[str, float]:
    """Play all matches and return the rank correlation of each model."""
    random = Random(seed)
    strengths = [random.gauss(25, SPREAD) for _ in range(players)]
    models = {"Plackett–Luce, ours": ours(players), "Glicko-2 by pairs": glicko(players)}
    models |= {f"Elo by pairs, K = {step}": elo(players, step) for step in STEPS}
    order = list(range(players))
    for _ in range(MATCHES):
        random.shuffle(order)
        for start in range(0, players, SEATS):
            table = order[start : start + SEATS]
            form = [random.gauss(strengths[one], LUCK) for one in table]
            places = [1 + sum(other > own for other in form) for own in form]
            for model in models.values():
                model.play(table, places)
    return {name: correlation(model.ratings, strengths) for name, model in models.items()}


def main(players: int = PLAYERS) -> None:
    """Print the mean correlations; fails if ours is below the limit."""
    players -= players % SEATS
    runs = [season(players, seed) for seed in range(SEEDS)]
    means = {name: fmean(run[name] for run in runs) for name in runs[0]}
    for name, mean in means.items():
        print(f"{name:22} {mean:.4f} after {MATCHES} matches each, {players} players, {SEEDS} runs")
    own, found = next(iter(means.items()))
    assert found >= LIMIT, f"{own} has {found:.3f}, not {LIMIT}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
