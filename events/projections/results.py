"""Players' results in figures.

They are counted when a match ends, moved when two accounts are merged, deleted with an account, and
can be recounted from the seats' rows at any time. A transaction that writes a player's figures
holds the lock of that player's row, so nothing is counted twice or not at all. Locks are taken in
one order, first matches and then players, each by id.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import Q

from events.database.statements import Write, insert_statement, write_all
from events.log.position import Position
from events.models import Encounter, Match, Placing, Player, Seat
from events.projections.seats import seat_facts
from events.seats.locks import players_lock

Key = tuple[Any, ...]
Figures = tuple[int, ...]
Counts = Mapping[Key, Figures]


class CountTable(NamedTuple):
    """A table of figures: its key columns, and its counted columns."""

    model: type[models.Model]
    key: tuple[str, ...]
    figures: tuple[str, ...]

    def rows(self, condition: Q) -> dict[Key, Figures]:
        """Return the figures of the rows that match a condition, by key."""
        columns = self.model._default_manager.filter(condition)
        found = columns.values_list(*self.key, *self.figures)
        return {row[: len(self.key)]: row[len(self.key) :] for row in found}

    def add(self, counts: Counts) -> None:
        """Add these figures to the rows with these keys."""
        if counts:
            write_all([self._addition_write(counts)])

    def delete(self, key: Key) -> None:
        """Delete the row with this key."""
        self.model._default_manager.filter(**dict(zip(self.key, key, strict=True))).delete()

    def correct(self, condition: Q, wanted: Counts) -> int:
        """Make `wanted` the rows that match a condition; returns how many were wrong."""
        there = self.rows(condition)
        wrong = {key for key in {*there, *wanted} if there.get(key) != wanted.get(key)}
        for key in wrong & there.keys():
            self.delete(key)
        self.add({key: wanted[key] for key in wrong & wanted.keys()})
        return len(wrong)

    def _addition_write(self, counts: Counts) -> Write:
        name = self.model._meta.db_table
        rows = [(*key, *figures) for key, figures in sorted(counts.items())]
        sums = ", ".join(f'"{one}" = "{name}"."{one}" + excluded."{one}"' for one in self.figures)
        keys = ", ".join(f'"{one}"' for one in self.key)
        adding = f"ON CONFLICT ({keys}) DO UPDATE SET {sums}"
        return insert_statement(self.model, (*self.key, *self.figures), adding).of(rows)


PLACINGS = CountTable(Placing, ("player_id", "game", "company", "rank"), ("count", "resigned"))
ENCOUNTERS = CountTable(Encounter, ("player_id", "other_id", "game"), ("ahead", "behind", "level"))


class Finisher(NamedTuple):
    """A player at the end of a match."""

    player: str
    rank: int
    resigned: bool
    team: int | None


def results_count(match: Match, position: Position, seats: Iterable[Seat]) -> None:
    """Count a match that ends at this position, for its players who still have an account."""
    facts = seat_facts(position)
    finishers = [
        Finisher(seat.player_id, own.rank or 0, own.gone, own.team)
        for seat in seats
        if seat.player_id and (own := facts[seat.number])
    ]
    here = players_lock(finisher.player for finisher in finishers)
    placings: dict[Key, Figures] = {}
    encounters: dict[Key, Figures] = {}
    for player in here:
        placings |= _placing(match.game, finishers, player)
        encounters |= _encounters(match.game, finishers, player, here)
    PLACINGS.add(placings)
    ENCOUNTERS.add(encounters)


def results_merge(*, guest: Player, into: Player) -> None:
    """Move all figures for and against a guest to an account."""
    for table, concerned in (
        (PLACINGS, Q(player=guest)),
        (ENCOUNTERS, Q(player=guest) | Q(other=guest)),
    ):
        for key, figures in table.rows(concerned).items():
            table.delete(key)
            table.add({tuple(into.id if part == guest.id else part for part in key): figures})


def results_forget(*, player: Player) -> None:
    """Delete all figures for and against a player who deletes their account."""
    Placing.objects.filter(player=player).delete()
    Encounter.objects.filter(Q(player=player) | Q(other=player)).delete()


@transaction.atomic
def results_recount(*, player_id: str) -> int:
    """Recount one player's figures from all seats' rows; returns how many were wrong."""
    placings: defaultdict[Key, Figures] = defaultdict(lambda: (0, 0))
    encounters: defaultdict[Key, Figures] = defaultdict(lambda: (0, 0, 0))
    if players_lock([player_id]):
        for game, finishers, here in _finished_matches(player_id):
            _add_figures(placings, _placing(game, finishers, player_id))
            _add_figures(encounters, _encounters(game, finishers, player_id, here))
    own = Q(player=player_id)
    return PLACINGS.correct(own, placings) + ENCOUNTERS.correct(own, encounters)


def _finished_matches(player_id: str) -> Iterator[tuple[str, list[Finisher], list[str]]]:
    """Yield for each match that a player finished: game, players, ids of those with an account."""
    theirs = Seat.objects.filter(player=player_id, rank__isnull=False).values("match")
    seats = Seat.objects.filter(match__in=theirs, player__isnull=False).order_by("match_id")
    rows = seats.values_list(
        "match_id", "match__game", "player_id", "rank", "gone", "team", "player__left_at"
    )
    for (_, game), table in groupby(rows.iterator(), key=lambda row: row[:2]):
        people = list(table)
        yield (
            game,
            [Finisher(row[2], row[3] or 0, row[4], row[5]) for row in people],
            [row[2] for row in people if row[6] is None],
        )


def _placing(game: str, finishers: Sequence[Finisher], player: str) -> Counts:
    company = Placing.Company.PEOPLE if len(finishers) > 1 else Placing.Company.BOTS
    own = next(finisher for finisher in finishers if finisher.player == player)
    return {(player, game, company.value, own.rank): (1, int(own.resigned))}


def _encounters(
    game: str, finishers: Sequence[Finisher], player: str, here: Collection[str]
) -> Counts:
    own = next(finisher for finisher in finishers if finisher.player == player)
    return {
        (player, other.player, game): (
            int(own.rank < other.rank),
            int(own.rank > other.rank),
            int(own.rank == other.rank),
        )
        for other in finishers
        if other.player in here
        and other is not own
        and (own.team is None or own.team != other.team)
    }


def _add_figures(sums: defaultdict[Key, Figures], more: Counts) -> None:
    for key, figures in more.items():
        sums[key] = tuple(map(int.__add__, sums[key], figures))
