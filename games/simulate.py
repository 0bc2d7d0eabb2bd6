"""Simulates complete matches, played by bots or at random, and counts their results."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, quantiles
from typing import Any, TypeAlias

from games.bots import bot_of, version_of
from games.chance import Chance, FastChance
from games.codec import any_move
from games.contract import LEVELS, AnyGame, Level, Seat
from games.table import Table

Player: TypeAlias = Callable[[Table, Seat, Chance], None]
"""A function that makes one move for a seat."""


def random_player(table: Table, seat: Seat, chance: Chance) -> None:
    """Play a legal move, each equally likely."""
    table.submit(seat, any_move(table.game, table.choices(seat), chance))


def bot_player(table: Table, seat: Seat, chance: Chance) -> None:
    """Play the move of the bot from before there were levels."""
    table.play_bot(seat, chance)


def level_player(level: Level) -> Player:
    """Return the player of a level, in the newest version of the game's bots."""

    def play(table: Table, seat: Seat, chance: Chance) -> None:
        bot = bot_of(table.game, version_of(table.game), level)
        table.submit(seat, bot(table.sight(seat), chance), by="bot")

    return play


PLAYERS: dict[str, Player] = {
    "random": random_player,
    "bot": bot_player,
    **{str(level): level_player(level) for level in LEVELS},
}
"""The players by name; a level's is its number."""


def play_match(game: AnyGame, players: Sequence[Player], options: Any, chance: Chance) -> Table:
    """Play one match to its end, each seat by its player, and return its table."""
    table = Table.opened(game, len(players), options, chance)
    while table.outcome is None:
        seat = game.active(table.state)[0]
        players[seat](table, seat, chance)
    return table


def play_matches(
    game: AnyGame, players: Sequence[Player], options: Any, matches: int, seed: int | str = 0
) -> Iterator[tuple[int, Table]]:
    """Play matches with players shifted by one seat each time; yield the shift and the table."""
    chance = FastChance(seed)
    for number in range(matches):
        shift = number % len(players)
        seated = [players[(seat - shift) % len(players)] for seat in range(len(players))]
        yield shift, play_match(game, seated, options, chance)


@dataclass
class Tally:
    """Statistics of many matches with the same number of seats."""

    seats: int
    lengths: list[int] = field(default_factory=list)
    wins_by_seat: dict[Seat, float] = field(default_factory=lambda: defaultdict(float))
    wins_by_player: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, shift: int, table: Table) -> None:
        """Count one match; a shared victory is divided among its winners."""
        outcome = table.outcome
        assert outcome is not None
        self.lengths.append(len(table.steps))
        self.endings[outcome.reason] += 1
        for seat in outcome.winners:
            share = 1 / len(outcome.winners)
            self.wins_by_seat[seat] += share
            self.wins_by_player[(seat - shift) % self.seats] += share

    def report(self, names: Iterable[str]) -> str:
        """Return the statistics as a few lines of text."""
        matches = len(self.lengths)
        cuts = quantiles(self.lengths, n=20) if matches > 1 else [self.lengths[0]] * 19
        lines = [
            f"matches  {matches}",
            f"moves    {fmean(self.lengths):.1f} on average, "
            f"{cuts[0]:.0f}–{cuts[-1]:.0f} in nine of ten, at most {max(self.lengths)}",
            "seats    "
            + "  ".join(f"{s}: {self.wins_by_seat[s] / matches:.1%}" for s in range(self.seats)),
            "players  "
            + "  ".join(
                f"{name}: {self.wins_by_player[number] / matches:.1%}"
                for number, name in enumerate(names)
            ),
            "endings  "
            + "  ".join(f"{reason}: {n / matches:.1%}" for reason, n in self.endings.most_common()),
        ]
        return "\n".join(lines)
