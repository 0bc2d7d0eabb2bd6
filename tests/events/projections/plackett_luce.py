"""The formulas of docs/ratings.md with nothing but Python: what openskill is compared with."""

from collections.abc import Sequence
from math import exp, sqrt

BETA = 25 / 6
TAU = 25 / 300
KAPPA = 0.0001

Rating = tuple[float, float]


def rated(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings after a match."""
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
