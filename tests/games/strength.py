"""Every game's bot against random play, at every table size; `make bots`.

The bot sits in every seat equally often. It must be above its fair share with 95 % confidence
(lower end of the Wilson interval), and win half as often again at tables of three and more.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from tqdm import tqdm

from games.codec import decode_options
from games.registry import all_games
from games.simulate import Tally, bot_player, play_matches, random_player

ONE_SIDED_95 = 1.645


class Strength(NamedTuple):
    """How a bot fared: its share of the victories, and the least that it can be believed to be."""

    game: str
    seats: int
    matches: int
    share: float
    least: float

    @property
    def enough(self) -> bool:
        fair = 1 / self.seats
        return self.least > fair and (self.seats == 2 or self.share >= 1.5 * fair)

    def __str__(self) -> str:
        return (
            f"{self.game}, {self.seats} seats, {self.matches:,} matches: the bot wins "
            f"{self.share:.1%} (at least {self.least:.1%}; fair share {1 / self.seats:.1%}, "
            f"{self.share * self.seats:.2f}×)"
        )


def measured(key: str, seats: int, matches: int) -> Strength:
    """One bot among random players; a shared victory counts in part."""
    game = all_games()[key]
    tally = Tally(seats)
    players = [bot_player] + [random_player] * (seats - 1)
    for shift, table in play_matches(game, players, decode_options(game, {}), matches, seed=seats):
        tally.add(shift, table)
    share = tally.wins_by_player[0] / matches
    return Strength(key, seats, matches, share, _wilson_least(share, matches))


def _wilson_least(share: float, trials: int) -> float:
    z2 = ONE_SIDED_95**2
    centre = share + z2 / (2 * trials)
    spread = ONE_SIDED_95 * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return (centre - spread) / (1 + z2 / trials)


def main() -> None:
    """Measure all and print the figures; fails where a bot is too weak."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=2000)
    matches = parser.parse_args().matches
    sizes = [(key, seats) for key, game in all_games().items() for seats in game.seats]
    with ProcessPoolExecutor() as pool:
        keys, seats = zip(*sizes, strict=True)
        results = pool.map(measured, keys, seats, [matches] * len(sizes))
        weak = []
        for strength in tqdm(results, total=len(sizes), unit=" tables", disable=None):
            print(strength, flush=True)
            if not strength.enough:
                weak.append(strength)
    assert not weak, f"too weak: {', '.join(map(str, weak))}"


if __name__ == "__main__":
    main()
