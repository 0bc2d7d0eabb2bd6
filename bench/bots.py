"""How long a bot takes for a decision, at every level and the smallest and largest tables.

One core, CPU time only. A bot's work is bounded by counts: times vary with the position only.
"""

import time
from statistics import quantiles

from games.bots import bot_of, version_of
from games.chance import Chance, FastChance
from games.codec import decode_options
from games.contract import LEVELS, AnyGame, Level, Seat
from games.registry import all_games
from games.simulate import play_match
from games.table import Table

DECISIONS = 300
LIMITS = {1: 0.05, 2: 0.05, 3: 0.05, 4: 1.0, 5: 1.0}
"""The most seconds that 95 of 100 decisions of a level may take."""


def seconds(game: AnyGame, seats: int, level: Level) -> list[float]:
    """Return the CPU seconds of each decision of whole matches of one level."""
    bot, taken = bot_of(game, version_of(game), level), list[float]()

    def play(table: Table, seat: Seat, chance: Chance) -> None:
        sight = table.sight(seat)
        start = time.process_time()
        move = bot(sight, chance)
        taken.append(time.process_time() - start)
        table.submit(seat, move, by="bot")

    chance = FastChance(level)
    while len(taken) < DECISIONS:
        play_match(game, [play] * seats, decode_options(game, {}), chance)
    return taken


def main() -> None:
    """Print the median and the 95th percentile of each; fails above the limit."""
    for game in all_games().values():
        for seats in (game.seats[0], game.seats[-1]):
            for level in LEVELS:
                taken = seconds(game, seats, level)
                cuts = quantiles(taken, n=20)
                print(
                    f"{game.key:12} {seats} seats, level {level}: {len(taken):5,} decisions, "
                    f"median {cuts[9] * 1e3:7.2f} ms, p95 {cuts[18] * 1e3:7.2f} ms",
                    flush=True,
                )
                assert cuts[18] <= LIMITS[level], f"more than {LIMITS[level]} s"


if __name__ == "__main__":
    main()
