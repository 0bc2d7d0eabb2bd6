"""What the rows of seats say of the log: who is waited for, since when, and who came in where."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from events.clocks.kinds import clock_of
from events.clocks.rows import clock_follow, seats_writing
from events.models import Match, Seat
from events.position import Position
from events.seating import seats_of
from events.writes import Write, send
from games.table import By


class Told(NamedTuple):
    """What the log says of a seat; who is gone is asked nothing, nor whom a bot plays for."""

    asked: int | None
    in_turn: bool
    gone: bool
    rank: int | None
    team: int | None
    stand_in: bool = False


def seats_follow(match: Match, before: Position, after: Position, at: datetime) -> None:
    """Bring the seats' rows from one position of their match to a later one."""
    send(seats_following(match, before, after, at))


def seats_following(
    match: Match,
    before: Position,
    after: Position,
    at: datetime,
    *,
    answers: Mapping[int, By] = {},
    seats: Sequence[Seat] | None = None,
) -> list[Write]:
    """What does so, for a caller who has more to send with it; `answers` says which seats moved.

    The rows of all seats are changed in memory, so that they can be shown before they are written.
    """
    was = seats_told(before)
    changed = [(seat, told) for seat, told in seats_told(after).items() if told != was.get(seat)]
    if not changed:
        return []
    rows = seats_of(match) if seats is None else seats
    clock = clock_of(match.clock)
    for number, told in changed:
        seat = rows[number]
        clock_follow(clock, seat, asked=told.asked, by=answers.get(number), at=at)
        seat.in_turn, seat.gone, seat.rank, seat.team, seat.stand_in = told[1:]
    return seats_writing(rows[number] for number, _ in changed)


def seats_told(position: Position) -> dict[int, Told]:
    """What the log says of each seat at this position."""
    awaited = set(position.awaited).difference(position.played_by_bots)
    active = position.game.active(position.state) if awaited else ()
    ranks = _ranks(position.outcome.ranking) if position.outcome else {}
    teams = _teams(position.game.teams(position.state)) if position.outcome else {}
    return {
        seat: Told(
            position.questions[seat] if seat in awaited else None,
            seat in awaited and seat in active,
            seat in position.gone,
            ranks.get(seat),
            teams.get(seat),
            seat in position.away,
        )
        for seat in range(len(position.players))
    }


def _ranks(ranking: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Each seat's place: two firsts are followed by a third."""
    ranks: dict[int, int] = {}
    place = 1
    for group in ranking:
        ranks |= dict.fromkeys(group, place)
        place += len(group)
    return ranks


def _teams(teams: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Each seat's team, none where each plays alone."""
    return {seat: number for number, team in enumerate(teams) for seat in team}
