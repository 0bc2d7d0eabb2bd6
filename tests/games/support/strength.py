"""Every game's bot against random play, at every table size; `make bots`.

The bot sits in every seat equally often. It must be above its fair share with 95 % confidence
(lower end of the Wilson interval), and win half as often again at tables of three and more.

`shown` is the sequential test for every day. H0: the bot wins at most the wanted share, which is
the fair share at two seats and 1.5 times that share at more; H1: half a fair share more than that.
It accepts H1 as soon as the likelihood ratio (Wald's SPRT) reaches 25; under H0 that ever happens
with probability 4 % or less (Ville's inequality). A shared victory is weighted linearly between a
victory and a defeat, and the ratio is read only after the bot has had every seat equally often:
both keep its mean under H0 at 1 or less. If the ratio is not reached within the most matches, the
fixed-sample criterion above decides, with 99 % confidence: an error of 5 % or less in all.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from tqdm import tqdm

from games.codec import decode_options
from games.registry import all_games
from games.simulate import bot_player, play_matches, random_player

ONE_SIDED_95 = 1.645
ONE_SIDED_99 = 2.326
ENOUGH_EVIDENCE = 25
"""The likelihood ratio at which the sequential test accepts."""


class Strength(NamedTuple):
    """How a bot fared: its share of the victories, and the least that it can be believed to be."""

    game: str
    seats: int
    matches: int
    share: float
    least: float
    enough: bool

    def __str__(self) -> str:
        return (
            f"{self.game}, {self.seats} seats, {self.matches:,} matches: the bot wins "
            f"{self.share:.1%} (at least {self.least:.1%}; fair share {1 / self.seats:.1%}, "
            f"{self.share * self.seats:.2f}×)"
        )


def wanted(seats: int) -> float:
    """The share that a bot has to win at least."""
    return (1 if seats == 2 else 1.5) / seats


def measured(key: str, seats: int, matches: int) -> Strength:
    """How the bot fares in so many matches."""
    return _judged(key, seats, matches, sum(_victories(key, seats, matches)), ONE_SIDED_95)


def shown(key: str, seats: int, most: int) -> Strength:
    """How the bot fares until it is shown to win more than the wanted share, or in the most
    matches."""
    share, won, ratio = wanted(seats), 0.0, 1.0
    gain = 0.5 / seats / (share * (1 - share))
    for matches, victory in enumerate(_victories(key, seats, most), 1):
        won += victory
        ratio *= 1 + gain * (victory - share)
        if ratio >= ENOUGH_EVIDENCE and matches % seats == 0:
            return Strength(key, seats, matches, won / matches, least=share, enough=True)
    return _judged(key, seats, most, won, ONE_SIDED_99)


def _judged(key: str, seats: int, matches: int, won: float, z: float) -> Strength:
    share = won / matches
    least = _wilson_least(share, matches, z)
    enough = least > 1 / seats and (seats == 2 or share >= wanted(seats))
    return Strength(key, seats, matches, share, least, enough)


def _victories(key: str, seats: int, matches: int) -> Iterator[float]:
    """The victories of one bot among random players; a shared one counts in part."""
    game = all_games()[key]
    players = [bot_player] + [random_player] * (seats - 1)
    for seat, table in play_matches(game, players, decode_options(game, {}), matches, seed=seats):
        assert table.outcome is not None
        winners = table.outcome.winners
        yield (seat in winners) / len(winners)


def _wilson_least(share: float, trials: int, z: float) -> float:
    z2 = z**2
    centre = share + z2 / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
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
