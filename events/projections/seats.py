"""The columns of seats that follow from the log: open questions, departures, ranks and teams."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from events.clocks.kinds import clock_of
from events.clocks.seat_clock import clock_follow, seat_clock_writes
from events.database.statements import Write, write_all
from events.log.position import Position
from events.models import Match, Seat
from events.seats.rows import seats_of
from games.table import By


class SeatFacts(NamedTuple):
    """The columns of a seat that follow from the log; a seat that a bot plays has no question."""

    asked: int | None
    in_turn: bool
    gone: bool
    rank: int | None
    team: int | None
    stand_in: bool = False


def seats_follow(match: Match, before: Position, after: Position, at: datetime) -> None:
    """Update the seats' rows from one position of their match to a later one."""
    write_all(seats_follow_write(match, before, after, at))


def seats_follow_write(
    match: Match,
    before: Position,
    after: Position,
    at: datetime,
    *,
    answers: Mapping[int, By] = {},
    seats: Sequence[Seat] | None = None,
) -> list[Write]:
    """Return the writes of `seats_follow` instead of executing them.

    `answers` says how each seat that moved came to its move. The seats are changed in memory, so
    that they can be serialised before they are written.
    """
    was = seat_facts(before)
    changed = [(seat, facts) for seat, facts in seat_facts(after).items() if facts != was.get(seat)]
    if not changed:
        return []
    rows = seats_of(match) if seats is None else seats
    clock = clock_of(match.clock)
    for number, facts in changed:
        seat = rows[number]
        clock_follow(clock, seat, asked=facts.asked, by=answers.get(number), at=at)
        seat.in_turn, seat.gone, seat.rank, seat.team, seat.stand_in = facts[1:]
    return seat_clock_writes(rows[number] for number, _ in changed)


def seat_facts(position: Position) -> dict[int, SeatFacts]:
    """Return the columns of each seat that follow from the log at this position."""
    awaited = set(position.awaited).difference(position.played_by_bots)
    active = position.game.active(position.state) if awaited else ()
    ranks = _ranks(position.outcome.ranking) if position.outcome else {}
    leaver = lone_leaver_of(position)
    if leaver is not None:
        ranks = {leaver: len(position.players)}
    teams = _teams(position.game.teams(position.state)) if position.outcome else {}
    return {
        seat: SeatFacts(
            position.questions[seat] if seat in awaited else None,
            seat in awaited and seat in active,
            seat in position.gone or seat == leaver,
            ranks.get(seat),
            teams.get(seat),
            seat in position.away,
        )
        for seat in range(len(position.players))
    }


def lone_leaver_of(position: Position) -> int | None:
    """Return the seat whose player had a match against bots alone cancelled after moving in it.

    It counts as left, and ranks last, or no player would ever lose to bots.
    """
    people = set(range(len(position.players))).difference(position.bots)
    moved = people.intersection(position.memory.own_moves)
    return moved.pop() if position.cancelled and len(people) == 1 and moved else None


def _ranks(ranking: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Return each seat's rank; two seats of rank 1 are followed by rank 3."""
    ranks: dict[int, int] = {}
    place = 1
    for group in ranking:
        ranks |= dict.fromkeys(group, place)
        place += len(group)
    return ranks


def _teams(teams: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Return each seat's team; empty where every seat plays alone."""
    return {seat: number for number, team in enumerate(teams) for seat in team}
