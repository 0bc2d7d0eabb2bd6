"""Contests between bots: one kind of player against another, in every seat equally often.

A contest asks whether the first kind wins more than a share of the victories (`least`, by default
its fair share). It ends as soon as that is decided by one of two sequential probability ratio tests
(Wald): of a quarter of the rest more against at most that share, and of a quarter less against at
least that share. If it does not hold, a ratio of 25 is ever reached with probability 4 % or less
(Ville's inequality). A shared victory is weighted linearly, and ratios are read only after each
kind has had every seat equally often: both keep their means at 1 or less. If neither decides within
the most matches, the lower end of the 99 % interval does: an error of 5 % or less in all.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from games.codec import decode_options
from games.contract import LEVELS
from games.registry import all_games
from games.simulate import PLAYERS, play_matches

Z_95: Final = 1.96
Z_LEAST_99: Final = 2.326
DECISIVE: Final = 25
"""The likelihood ratio at which a sequential test ends."""
BETTER: Final = {2: 0.6}
"""The share that a level must win against the one below, by seats; at other tables MORE_THAN_FAIR
times a fair share."""
MORE_THAN_FAIR: Final = 1.2


class Contest(NamedTuple):
    """The players of a table by name, and the share that the first kind must win more than."""

    game: str
    players: tuple[str, ...]
    least: float
    options: Any

    @property
    def fair(self) -> float:
        """The share of the first kind if all play alike."""
        return self.players.count(self.players[0]) / len(self.players)

    def __str__(self) -> str:
        return f"{self.game}, {len(self.players)} seats, {' '.join(self.players)}"


class Result(NamedTuple):
    """The share of the victories of a contest's first kind of player, with its 95 % interval."""

    contest: Contest
    matches: int
    share: float
    low: float
    high: float
    shown: bool
    """Whether that is more than the wanted share."""

    def row(self) -> str:
        """Return the result as a row of a Markdown table."""
        game, players, least, _ = self.contest
        verdict = "yes" if self.shown else "no"
        return (
            f"| {game} | {len(players)} | {' '.join(players)} | {self.matches:,} "
            f"| {self.share:.1%} | {self.low:.1%}–{self.high:.1%} | > {least:.1%}: {verdict} |"
        )


HEADING: Final = """\
| game | seats | players | matches | wins of the first | 95 % interval | shown |
|---|---|---|---|---|---|---|"""


def contest(
    game: str, players: Sequence[str], least: float | None = None, options: Any = None
) -> Contest:
    """Return a contest; by default for the fair share, with the default options."""
    given = decode_options(all_games()[game], {}) if options is None else options
    new = Contest(game, tuple(players), 0.0, given)
    return new._replace(least=new.fair if least is None else least)


def standard_contests() -> Iterator[Contest]:
    """Yield what must hold: the bot beats random play at every table, each level the one below."""
    for key, game in all_games().items():
        for seats in game.seats:
            least = (1 if seats == 2 else 1.5) / seats
            yield contest(key, ["bot", *["random"] * (seats - 1)], least)
        seats = game.seats[0]
        least = BETTER.get(seats, MORE_THAN_FAIR / seats)
        for level in LEVELS[1:]:
            yield contest(key, [str(level), *[str(level - 1)] * (seats - 1)], least)


def decided(contest: Contest, most: int, seed: int = 0) -> Result:
    """Play until the question is decided, or the most matches."""
    seats, least, won, more, less = len(contest.players), contest.least, 0.0, 1.0, 1.0
    for matches, victory in enumerate(victories(contest, most, seed), 1):
        won += victory
        more *= 1 + (victory - least) / least / 4
        less *= 1 - (victory - least) / (1 - least) / 4
        if matches % seats == 0 and max(more, less) >= DECISIVE:
            return _result(contest, matches, won / matches, shown=more >= DECISIVE)
    low, _ = wilson(won / most, most, Z_LEAST_99)
    return _result(contest, most, won / most, shown=low > least)


def measured(contest: Contest, matches: int, seed: int = 0) -> Result:
    """Play that many matches, to measure a share whatever it is."""
    share = sum(victories(contest, matches, seed)) / matches
    low, _ = wilson(share, matches, Z_95)
    return _result(contest, matches, share, shown=low > contest.least)


def victories(contest: Contest, matches: int, seed: int = 0) -> Iterator[float]:
    """Yield for each match the part of the victory that went to the first kind of player."""
    game, names = all_games()[contest.game], contest.players
    players = [PLAYERS[name] for name in names]
    for shift, table in play_matches(game, players, contest.options, matches, seed):
        assert table.outcome is not None
        winners = table.outcome.winners
        kinds = [names[(seat - shift) % len(names)] for seat in winners]
        yield kinds.count(names[0]) / len(winners)


def _result(contest: Contest, matches: int, share: float, *, shown: bool) -> Result:
    return Result(contest, matches, share, *wilson(share, matches, Z_95), shown)


def wilson(share: float, trials: int, z: float) -> tuple[float, float]:
    """Return the Wilson interval of a share."""
    z2 = z**2
    centre = share + z2 / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return (centre - spread) / (1 + z2 / trials), (centre + spread) / (1 + z2 / trials)
