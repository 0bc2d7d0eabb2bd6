"""The stage game of one turn between two seats, solved exactly.

The announcer sees the die and names a number n; the other seat believes or doubts. Three values to
the announcer belong to each n: `believed`, `honest` (doubted, and the die shows n) and `caught`
(doubted, and it does not). A die means nothing after its turn, so nothing else counts.

The responder's doubts q make bluffing with n worth b(n) = believed + q(n)·(caught − believed), and
the truth t(n) = believed + q(n)·(honest − believed). With M = max b(n) the announcer's value is
(2M + Σ max(t(n), M)) / 6: two faces of six are crosses, and each number has one. For a given M the
best q(n) is the least with b(n) ≤ M, so the value is a convex, piecewise linear function of M whose
minimum is at one of the payoffs. The announcer's strategy follows by complementary slackness.

Only additions, multiplications, divisions and comparisons: exact with Fraction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NamedTuple, TypeVar

Number = TypeVar("Number", float, Fraction)

CROSSES: Final = 2
FACES: Final = 6


class Payoffs(NamedTuple, Generic[Number]):
    """What announcing each number, from 1 on, is worth to the announcer; honest ≥ caught."""

    believed: list[Number]
    honest: list[Number]
    caught: list[Number]


class Solution(NamedTuple, Generic[Number]):
    """The value of a turn to the announcer and both strategies, by number from 1 on."""

    value: Number
    doubts: list[Number]
    """The probability that the responder doubts each number."""
    truths: list[Number]
    """The probability that the announcer tells the truth with each number on the die."""
    bluffs: list[Number]
    """The weights of the numbers among the bluffs; their sum is that of the faces that bluff."""


@dataclass(frozen=True, slots=True)
class _Row(Generic[Number]):
    """The payoffs of one number."""

    believed: Number
    honest: Number
    caught: Number

    def doubt(self, level: Number) -> Number:
        """Return the best probability of doubting that keeps a bluff at or below the level."""
        never = level * 0
        if self.caught >= self.believed:
            return never  # a doubt never costs the announcer anything
        if self.honest < self.believed:
            return never + 1  # it always does
        wanted = (self.believed - level) / (self.believed - self.caught)
        return min(max(wanted, never), never + 1)

    def truth(self, level: Number) -> Number:
        """Return what the truth is worth against that doubt."""
        return self.believed + self.doubt(level) * (self.honest - self.believed)

    def bluff(self, level: Number) -> Number:
        """Return what a bluff is worth against that doubt."""
        return self.believed + self.doubt(level) * (self.caught - self.believed)

    def indifference(self) -> Number | None:
        """Return the bluffs per truth that make doubting as good as believing, if any do."""
        if self.caught < self.believed <= self.honest:
            return (self.honest - self.believed) / (self.believed - self.caught)
        return None


def solve(payoffs: Payoffs[Number]) -> Solution[Number]:
    """Return an equilibrium of a turn."""
    rows = [
        _Row(*row) for row in zip(payoffs.believed, payoffs.honest, payoffs.caught, strict=True)
    ]
    least = max([min(row.believed, row.caught) for row in rows])
    levels: list[Number] = [least]
    for column in payoffs:
        levels += [one for one in column if one > least]
    totals = [_total(rows, one) for one in levels]
    total = min(totals)
    level = levels[totals.index(total)]
    truths, bluffs = _announcer(rows, level)
    return Solution(total / FACES, [row.doubt(level) for row in rows], truths, bluffs)


def _total(rows: Sequence[_Row[Number]], level: Number) -> Number:
    """Return the sum over all faces if no bluff is worth more than the level."""
    return sum((max(row.truth(level), level) for row in rows), CROSSES * level)


def _announcer(rows: Sequence[_Row[Number]], level: Number) -> tuple[list[Number], list[Number]]:
    """Return truths and bluffs with as many faces that bluff as there are bluffs."""
    none = level * 0
    truths = [none + (row.truth(level) >= level) for row in rows]
    bluffs = [(row.indifference() or none) if level < row.believed else none for row in rows]
    lacking = CROSSES + sum(1 - truth for truth in truths) - sum(bluffs)
    for place, row in enumerate(rows):
        if lacking > 0 and row.bluff(level) == level:
            more = min(lacking, _room(row, level))
            bluffs[place] += more
            lacking -= more
        elif lacking < 0 and row.truth(level) == level:
            less = min(-lacking, truths[place])
            truths[place] -= less
            lacking += less
    return truths, bluffs


def _room(row: _Row[Number], level: Number) -> Number:
    """Return how many more bluffs leave the responder's answer as it is."""
    indifference = row.indifference()
    if indifference is None or level <= row.caught:
        return level * 0 + FACES  # the answer is the same however often it is a bluff
    return indifference if level >= row.believed else level * 0
