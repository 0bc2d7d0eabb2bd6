"""How players have done, in figures: counted when a match ends, moved when two accounts become one,
deleted with an account, and counted anew from the seats' rows at any time.

Who writes a player's figures holds that player's row, so nothing is counted twice or not at all.
Locks are taken in one order, first matches and then players, each by id.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import Q

from events.models import Encounter, Match, Placing, Player, Seat
from events.position import Position
from events.rows import Rows
from events.seats import seats_told
from events.writes import Write, insertion, send

Key = tuple[Any, ...]
Figures = tuple[int, ...]
Counts = Mapping[Key, Figures]


class Table(NamedTuple):
    """A table of figures: the columns that name a row, and those that are counted."""

    model: type[models.Model]
    key: tuple[str, ...]
    figures: tuple[str, ...]

    def rows(self, condition: Q) -> dict[Key, Figures]:
        """What is counted there now."""
        columns = self.model._default_manager.filter(condition)
        found = columns.values_list(*self.key, *self.figures)
        return {row[: len(self.key)]: row[len(self.key) :] for row in found}

    def add(self, counts: Counts) -> None:
        """Count so much more."""
        if counts:
            send([self._addition(counts)])

    def delete(self, key: Key) -> None:
        """Count nothing of that any more."""
        self.model._default_manager.filter(**dict(zip(self.key, key, strict=True))).delete()

    def put_right(self, condition: Q, wanted: Counts) -> int:
        """Let the rows that fulfil a condition be these; how many were not."""
        there = self.rows(condition)
        wrong = {key for key in {*there, *wanted} if there.get(key) != wanted.get(key)}
        for key in wrong & there.keys():
            self.delete(key)
        self.add({key: wanted[key] for key in wrong & wanted.keys()})
        return len(wrong)

    def _addition(self, counts: Counts) -> Write:
        name = self.model._meta.db_table
        rows = [(*key, *figures) for key, figures in sorted(counts.items())]
        sums = ", ".join(f'"{one}" = "{name}"."{one}" + excluded."{one}"' for one in self.figures)
        keys = ", ".join(f'"{one}"' for one in self.key)
        adding = f"ON CONFLICT ({keys}) DO UPDATE SET {sums}"
        return insertion(self.model, (*self.key, *self.figures), adding).of(rows)


PLACINGS = Table(Placing, ("player_id", "game", "company", "rank"), ("count", "resigned"))
ENCOUNTERS = Table(Encounter, ("player_id", "other_id", "game"), ("ahead", "behind", "level"))
_HERE = Rows(
    Player, "this.id {among} ORDER BY this.id", only=("id", "left_at"), locked=("this",), keys=True
)


class Finisher(NamedTuple):
    """A person at the end of a match."""

    player: str
    rank: int
    resigned: bool
    team: int | None


def match_count(match: Match, position: Position, seats: Iterable[Seat]) -> None:
    """Count a match that ends at this position, for everybody who has not left for good."""
    told = seats_told(position)
    finishers = [
        Finisher(seat.player_id, own.rank or 0, own.gone, own.team)
        for seat in seats
        if seat.player_id and (own := told[seat.number])
    ]
    here = players_locked(finisher.player for finisher in finishers)
    placings: dict[Key, Figures] = {}
    encounters: dict[Key, Figures] = {}
    for player in here:
        placings |= _placing(match.game, finishers, player)
        encounters |= _encounters(match.game, finishers, player, here)
    PLACINGS.add(placings)
    ENCOUNTERS.add(encounters)


def players_locked(ids: Iterable[str]) -> list[str]:
    """Those of these players who have not left; nobody else counts for any of them meanwhile."""
    return [player.id for player in _HERE.all([*ids]) if player.left_at is None]


def standings_merge(*, guest: Player, into: Player) -> None:
    """What was counted for and against a guest counts for and against an account from now on."""
    for table, concerned in (
        (PLACINGS, Q(player=guest)),
        (ENCOUNTERS, Q(player=guest) | Q(other=guest)),
    ):
        for key, figures in table.rows(concerned).items():
            table.delete(key)
            table.add({tuple(into.id if part == guest.id else part for part in key): figures})


def standings_forget(*, player: Player) -> None:
    """Delete all that was counted for and against somebody who leaves for good."""
    Placing.objects.filter(player=player).delete()
    Encounter.objects.filter(Q(player=player) | Q(other=player)).delete()


@transaction.atomic
def standings_recount(*, player_id: str) -> int:
    """Count for one player anew, from the rows of all seats; how many figures were wrong."""
    placings: defaultdict[Key, Figures] = defaultdict(lambda: (0, 0))
    encounters: defaultdict[Key, Figures] = defaultdict(lambda: (0, 0, 0))
    if players_locked([player_id]):
        for game, finishers, here in _finished(player_id):
            _join(placings, _placing(game, finishers, player_id))
            _join(encounters, _encounters(game, finishers, player_id, here))
    own = Q(player=player_id)
    return PLACINGS.put_right(own, placings) + ENCOUNTERS.put_right(own, encounters)


def _finished(player_id: str) -> Iterator[tuple[str, list[Finisher], list[str]]]:
    """Of every match that a player has finished: the game, the people, and who is still here."""
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


def _join(sums: defaultdict[Key, Figures], more: Counts) -> None:
    for key, figures in more.items():
        sums[key] = tuple(map(int.__add__, sums[key], figures))
