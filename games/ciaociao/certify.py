"""`python -m games.ciaociao.certify`: how much can be won against the tables of two seats.

Walks all positions that a match can reach and computes, backwards, what the strategies of `duel.py`
win against an opponent who knows them and answers in the best way: once as the seat whose turn it
is, once as the other. At an equilibrium the two add up to 1; what they lack is the exploitability.
It takes from the tables nothing but the strategies that are played, and nothing from the solver.
"""

import sys
from typing import Final, NamedTuple

from games.ciaociao.duel import NUMBERS, mirrored, strategies, table_worth
from games.ciaociao.positions import (
    RECURSION,
    START,
    Position,
    announced,
    answerers,
    caught,
    next_turn,
    shares,
    wrongly_doubted,
)

LIMIT: Final = 1e-6
FACES: Final = (1, 2, 3, 4, 0, 0)


class Held(NamedTuple):
    """What the strategies win at least: as the seat whose turn it is, as the other."""

    in_turn: float
    other: float

    @property
    def exploitability(self) -> float:
        return 1 - self.in_turn - self.other


class Walk:
    """Everything that can be reached from a position, visited once."""

    def __init__(self, planks: int) -> None:
        self.planks = planks
        self.held: dict[Position, Held] = {}

    def visit(self, position: Position) -> Held:
        """Return what the strategies hold in a position; it must be the turn of seat 0."""
        if position not in self.held:
            if answerers(position):
                self.held[position] = Held(self._announcing(position), self._answering(position))
            else:
                self.held[position] = self._after(announced(position, 4, self.planks))
        return self.held[position]

    def _after(self, position: Position) -> Held:
        """Return the same for the end of a turn of seat 0."""
        following = next_turn(position)
        if following is None:
            return Held(*shares(position))
        if following.turn == 0:
            return self.visit(following)
        return Held(*reversed(self.visit(mirrored(following))))

    def _announcing(self, position: Position) -> float:
        """Return what the announcer's strategy wins if each number gets the worse answer."""
        plan, total = strategies(position, self.planks), 0.0
        for number in NUMBERS:
            moved = announced(position, number, self.planks)
            truths = float(plan.truths[number - 1])
            bluffs = float(plan.bluffs[number - 1])
            push = max(wrongly_doubted(moved, 1), key=lambda one: table_worth(one, self.planks))
            fallen = caught(moved, position, 1, number, self.planks)
            believed = (truths + bluffs) * self._after(moved).in_turn
            doubted = truths * self._after(push).in_turn + bluffs * self._after(fallen).in_turn
            total += min(believed, doubted)
        return total / len(FACES)

    def _answering(self, position: Position) -> float:
        """Return what the responder's strategy wins if each face gets the worst announcement."""
        doubts = strategies(position, self.planks).doubts
        bluff, truth = [], []
        for number, doubt in zip(NUMBERS, map(float, doubts), strict=True):
            moved = announced(position, number, self.planks)
            believed = (1 - doubt) * self._after(moved).other
            pushes = [self._after(push).other for push in wrongly_doubted(moved, 1)]
            fallen = self._after(caught(moved, position, 1, number, self.planks)).other
            truth.append(believed + doubt * min(pushes))
            bluff.append(believed + doubt * fallen)
        worst = [min([*bluff[: n - 1], truth[n - 1], *bluff[n:]]) for n in NUMBERS]
        return (sum(worst) + 2 * min(bluff)) / len(FACES)


def main() -> None:
    """Print the exploitability of each table given by its planks; fails above the limit."""
    sys.setrecursionlimit(RECURSION)
    for planks in map(int, sys.argv[1:] or range(5, 16)):
        walk = Walk(planks)
        value = walk.visit(START).in_turn
        most = max(held.exploitability for held in walk.held.values())
        print(
            f"{planks:2} planks: {len(walk.held):,} positions, exploitability at most {most:.1e},",
            end=" ",
        )
        print(f"the first seat wins at least {value:.6f}", flush=True)
        assert most <= LIMIT, f"more than {LIMIT} can be won against the table of {planks} planks"


if __name__ == "__main__":
    main()
