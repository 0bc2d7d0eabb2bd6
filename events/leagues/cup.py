"""The state of a cup: its log folded, and the standings that follow from it."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from events.leagues.cup_log import (
    AnyCupEvent,
    CupCancelled,
    CupEnded,
    CupOpened,
    CupStarted,
    Entrant,
    EntrantJoined,
    EntrantLeft,
    NewTable,
    RoundPaired,
    TableEnded,
)
from events.leagues.points import WIN, table_points

Status = Literal["open", "running", "ended", "cancelled"]


class Table(Struct, frozen=True):
    """A table of a cup, and its ranking once it has ended."""

    round: int
    number: int
    match: str
    entrants: tuple[Entrant, ...]
    ranking: tuple[tuple[Entrant, ...], ...] | None = None
    as_it_stood: bool = False
    left: tuple[Entrant, ...] = ()


class Cup(Struct, frozen=True):
    """A cup after some events of its log."""

    opened: CupOpened | None = None
    status: Status = "open"
    joined: tuple[Entrant, ...] = ()
    """All entrants in the order of joining, those who have left included."""
    left: frozenset[Entrant] = frozenset()
    admitted: frozenset[Entrant] = frozenset()
    """Entrants who have been paired or rested at least once."""
    started_at: str = ""
    round: int = 0
    round_ends_at: str = ""
    seated_at: str = ""
    """When tables were last seated."""
    tables: tuple[Table, ...] = ()
    rests: tuple[tuple[int, Entrant], ...] = ()
    """Rounds in which an entrant had no table."""

    @property
    def settings(self) -> CupOpened:
        """What the cup was opened with."""
        assert self.opened is not None, "the first event opens the cup"
        return self.opened

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """The entrants of the next round: those who have played, and the first who wait for as many
        places as are free."""
        there = [entrant for entrant in self.joined if entrant not in self.left]
        settled = [entrant for entrant in there if entrant in self.admitted]
        free = max(0, self.settings.places - len(settled))
        waiting = [entrant for entrant in there if entrant not in self.admitted]
        return (*settled, *waiting[:free])

    @property
    def waiting(self) -> tuple[Entrant, ...]:
        """The waiting list, the next first."""
        playing = self.playing
        return tuple(one for one in self.joined if one not in self.left and one not in playing)

    @property
    def unfinished(self) -> tuple[Table, ...]:
        """The tables without a ranking."""
        return tuple(table for table in self.tables if table.ranking is None)


def evolve(cup: Cup, event: AnyCupEvent) -> Cup:
    """Return the cup after one more event; never refuses."""
    match event:
        case CupOpened():
            return replace(cup, opened=event)
        case EntrantJoined(entrant=entrant):
            return replace(cup, joined=(*cup.joined, entrant))
        case EntrantLeft(entrant=entrant):
            return replace(cup, left=cup.left | {entrant})
        case CupStarted(at=at):
            return replace(cup, status="running", started_at=at)
        case RoundPaired():
            return _paired(cup, event)
        case TableEnded(table=number):
            names = ("ranking", "as_it_stood", "left")
            ended = {name: getattr(event, name) for name in names}
            tables = tuple(
                replace(table, **ended) if table.number == number else table for table in cup.tables
            )
            return replace(cup, tables=tables)
        case CupEnded():
            return replace(cup, status="ended")
        case CupCancelled():
            return replace(cup, status="cancelled")


def fold(events: Iterable[AnyCupEvent]) -> Cup:
    """Return the cup that a log leads to."""
    cup = Cup()
    for event in events:
        cup = evolve(cup, event)
    return cup


def _paired(cup: Cup, event: RoundPaired) -> Cup:
    def table(new: NewTable) -> Table:
        return Table(event.round, new.number, new.match, new.entrants)

    seated = {entrant for new in event.tables for entrant in new.entrants}
    return replace(
        cup,
        round=event.round,
        round_ends_at=event.ends_at,
        seated_at=event.at,
        admitted=cup.admitted.union(seated, event.resting),
        tables=(*cup.tables, *map(table, event.tables)),
        rests=(*cup.rests, *((event.round, entrant) for entrant in event.resting)),
    )


def absences(cup: Cup) -> Counter[Entrant]:
    """Return at how many ended tables each entrant was not there at the end."""
    return Counter(entrant for table in cup.tables for entrant in table.left)


class Standing(NamedTuple):
    """How an entrant has done: ordered by points, then wins, then the points of all opponents met,
    then the order of joining."""

    entrant: Entrant
    points: int
    wins: int
    opposition: int
    played: int


def standings(cup: Cup) -> list[Standing]:
    """Return all who have played, the best first, with ended tables and rests counted."""
    points: Counter[Entrant] = Counter()
    wins: Counter[Entrant] = Counter()
    played: Counter[Entrant] = Counter()
    for table in cup.tables:
        if table.ranking is not None:
            points.update(table_points(table.ranking))
            wins.update(table.ranking[0])
            played.update(table.entrants)
    points.update(dict.fromkeys(cup.admitted, 0))
    for _, entrant in cup.rests:
        points[entrant] += WIN // 2
    opposition: Counter[Entrant] = Counter()
    for (one, other), times in meetings(cup).items():
        opposition[one] += times * points[other]
        opposition[other] += times * points[one]
    rows = [
        Standing(entrant, points[entrant], wins[entrant], opposition[entrant], played[entrant])
        for entrant in cup.joined
        if entrant in cup.admitted
    ]
    return sorted(rows, key=lambda row: (-row.points, -row.wins, -row.opposition))


def meetings(cup: Cup) -> Counter[tuple[Entrant, Entrant]]:
    """Return how often each pair has met, the smaller number first."""
    return Counter(pair for table in cup.tables for pair in combinations(sorted(table.entrants), 2))


def seatings(cup: Cup) -> Counter[tuple[Entrant, int]]:
    """Return how often each entrant has had each seat."""
    return Counter(
        (entrant, seat) for table in cup.tables for seat, entrant in enumerate(table.entrants)
    )
