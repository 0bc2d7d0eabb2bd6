"""A long run of random play over every game, all properties checked; `make fuzz`.

Every position is checked for who is asked and for choices against everything imaginable; the log
of every match through the codec and at every prefix; leaks and early answers on a sample.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tqdm import tqdm

from games.chance import FastChance
from games.registry import all_games
from games.table import Table
from tests.games.support import conformance, leaks
from tests.games.support.worlds import is_default, now_and_then, random_match, tables, viewers

CHUNK = 5_000


@dataclass
class Figures:
    """What was looked at."""

    states: int = 0
    """Positions of the log; one that differs only by a sealed answer has the same choices."""
    matches: int = 0
    leak_checks: int = 0
    early: int = 0
    longest: int = 0
    secrecy: leaks.Secrecy = field(default_factory=leaks.Secrecy)

    def add(self, other: "Figures") -> None:
        self.states += other.states
        self.matches += other.matches
        self.leak_checks += other.leak_checks
        self.early += other.early
        self.longest = max(self.longest, other.longest)
        self.secrecy.add(other.secrecy)


def fuzzed(key: str, seed: int, states: int = CHUNK, *, full: bool = True) -> Figures:
    """Random matches of one game until that many states were checked; raises at a violation. Unless
    `full`, what takes the longer the longer the log is, such as a replay, is sampled."""
    game = all_games()[key]
    chance = FastChance(f"{key} {seed}")
    figures = Figures()
    settings = list(tables(game))
    counted, usual = 0, False

    def visit(table: Table) -> None:
        nonlocal counted
        conformance.check_who_is_asked(table)
        if len(table.log) != counted:
            conformance.check_choices(table)
            figures.states += 1
            counted = len(table.log)
        if now_and_then(table, chance, 40):
            viewer = viewers(table)[chance.below(table.seats + 1)]
            outputs = leaks.OUTPUTS if full else leaks.sampled_outputs(table, chance, 1)
            other = leaks.check_leaks(table, viewer, chance, outputs)
            figures.leak_checks += 1
            if usual:
                figures.secrecy.count(table, other.log, viewer)
        if game.early(table.state) and now_and_then(table, chance, 100):
            conformance.check_early_answers(table, chance, full=full)
            figures.early += 1

    for _ in count():
        seats, options = settings[chance.below(len(settings))]
        usual = is_default(game, seats, options)
        table = random_match(game, seats, options, chance, visit)
        conformance.check_log(table)
        figures.matches += 1
        figures.longest = max(figures.longest, len(table.steps))
        assert figures.longest < conformance.MOST_MOVES
        if figures.states >= states:
            break
    return figures


def main() -> None:
    """Fuzz every game on all cores and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--states", type=int, default=1_000_000, help="for each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("games", nargs="*", default=list(all_games()), help="all unless named")
    parsed = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        for key in parsed.games:
            started = time.monotonic()
            total = Figures()
            chunks = -(-parsed.states // CHUNK)
            runs: Any = pool.map(fuzzed, [key] * chunks, range(parsed.seed, parsed.seed + chunks))
            for figures in tqdm(runs, total=chunks, desc=key, unit=" chunks", disable=None):
                total.add(figures)
            total.secrecy.check()
            secrecy = total.secrecy
            print(
                f"{key}: {total.states:,} states in {total.matches:,} matches, 0 violations; "
                f"{total.leak_checks:,} leak checks (a resample differed in "
                f"{secrecy.differing / max(1, secrecy.positions):.1%} of the positions that have "
                f"secrets and in {secrecy.changed / max(1, secrecy.hidden):.1%} of the secrets), "
                f"{total.early:,} checks of early answers, "
                f"longest match {total.longest} moves, {time.monotonic() - started:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
