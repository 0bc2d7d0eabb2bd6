"""The divisions of a league from one season to the next: promotion, relegation, newcomers."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from events.leagues.cup import Cup, absences, standings

DIVISION = 14
"""How many players a division has; between 12 and 16 as soon as there are 24."""
PLACES = 16
MOVED = 4
"""One player in MOVED of a division is promoted, and as many are relegated."""
ABSENCES = 2
"""Who was absent at the end of so many tables starts the next season a division lower."""

Player = str


class LeagueRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A public league, as the settings describe it."""

    key: Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
    """Its name in addresses; it never changes."""
    game: str
    seats: Annotated[int, Meta(ge=2, le=6)]
    """The size that tables have if possible."""
    sizes: Annotated[tuple[int, ...], Meta(min_length=1)]
    """All sizes that tables may have."""
    tables: Annotated[int, Meta(ge=1, le=20)] = 7
    """How many tables each player plays in a season."""
    days: Annotated[int, Meta(ge=1, le=90)] = 21
    """How long a season lasts."""
    least: Annotated[int, Meta(ge=2)] = 4
    """How many players have to be there for a season to begin."""
    opens_after: Annotated[int, Meta(ge=0, le=30)] = 3
    """How many days after enough players have signed up the first season begins."""
    clock: Literal["blitz", "fast", "slow"] = "fast"
    """The preset of the clock of its tables."""


class Finisher(NamedTuple):
    """A player at the end of a season, by place in the division."""

    player: Player
    is_demoted: bool = False
    """Whether absences put the player a division lower than the place does."""


def finishers(cup: Cup, players: Sequence[Player]) -> list[Finisher]:
    """Return the players of a division in the order of its standings, and then those who waited;
    `players` are its entrants by number."""
    absent = absences(cup)
    placed = [row.entrant for row in standings(cup)]
    waited = [entrant for entrant in cup.joined if entrant not in cup.admitted]
    return [Finisher(players[one], absent[one] >= ABSENCES) for one in (*placed, *waited)]


def was_absent(cup: Cup, entrant: int) -> bool:
    """Whether an entrant was there at the end of none of at least ABSENCES tables."""
    ended = [table for table in cup.tables if entrant in table.entrants and table.ranking]
    return len(ended) >= ABSENCES and all(entrant in table.left for table in ended)


def divisions_next(
    before: Sequence[Sequence[Finisher]],
    stay: Collection[Player],
    newcomers: Iterable[Player],
) -> list[list[Player]]:
    """Return the divisions of the next season, the highest first.

    Of each division of the season before a quarter goes up and a quarter down. Those who do not
    stay leave gaps, which the next in this order fill; newcomers begin at the bottom.
    """
    targets: list[tuple[int, int, int, Player]] = []
    for division, row in enumerate(before):
        moved = len(row) // MOVED
        for place, (player, is_demoted) in enumerate(row):
            up, down = place < moved and division > 0, place >= len(row) - moved
            step = 1 if down or is_demoted else -1 if up else 0
            # Relegated players come before those who stayed, promoted ones after them.
            targets.append((division + step, -step, place, player))
    order = [player for *_, player in sorted(targets) if player in set(stay)]
    there = set(order)
    order += [player for player in newcomers if player not in there]
    return _cut(order)


def _cut(order: Sequence[Player]) -> list[list[Player]]:
    """Cut an order of players into divisions of about DIVISION, whose sizes differ by one."""
    if not order:
        return []
    number = max(1, round(len(order) / DIVISION), -(-len(order) // PLACES))
    bounds = [len(order) * place // number for place in range(number + 1)]
    return [list(order[begin:end]) for begin, end in pairwise(bounds)]
