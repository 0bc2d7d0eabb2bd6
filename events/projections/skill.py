"""The rating model: Plackett–Luce after Weng and Lin, computed by openskill.

docs/ratings.md has the formulas; verify_ratings.py computes them again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from games.contract import Level

SETTLED = 6.5
"""A rating of at most this deviation has settled: after some ten matches."""
POINTS = 60
"""Points per unit of the model: a first rating is 1500 points."""

_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """A rating: the estimate of a player's strength, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def floor(self) -> float:
        """The strength that the player has almost certainly."""
        return self.mu - 3 * self.sigma

    @property
    def settled(self) -> bool:
        """Whether enough matches have been counted to rely on the rating."""
        return self.sigma <= SETTLED


FIRST = Skill(_MODEL.mu, _MODEL.sigma)


def bot_skill(level: Level) -> Skill:
    """Return the fixed rating of a bot: each level wins about 60 % against the one below it."""
    return Skill(FIRST.mu + 2.5 * (level - 3), 0.5)


def skills_after(teams: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """Return the ratings after a match, in the given order; teams of one rank are level."""
    before = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    after = _MODEL.rate(before, ranks=list(ranks))
    return [[Skill(one.mu, one.sigma) for one in team] for team in after]
