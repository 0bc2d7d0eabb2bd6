"""What the rows of seats say of the log: who is waited for, since when, and who came in where."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from events.models import Match, Seat
from events.position import Position
from events.writes import Write, send

_TABLE = Seat._meta.db_table


class Told(NamedTuple):
    """What the log says of a seat; who is gone is asked nothing."""

    asked: int | None
    gone: bool
    rank: int | None


def seats_follow(match: Match, before: Position, after: Position, at: datetime) -> None:
    """Bring the seats' rows from one position of their match to a later one."""
    send(seats_following(match, before, after, at))


def seats_following(match: Match, before: Position, after: Position, at: datetime) -> list[Write]:
    """What does so, for a caller who has more to send with it."""
    was = _told(before)
    changed: dict[Told, list[int]] = {}
    for seat, told in _told(after).items():
        if told != was.get(seat):
            changed.setdefault(told, []).append(seat)
    return [_update(match, seats, told, at) for told, seats in changed.items()]


def _update(match: Match, seats: Sequence[int], told: Told, at: datetime) -> Write:
    numbers = ", ".join(["%s"] * len(seats))
    sql = (
        f"UPDATE {_TABLE} SET asked = %s, asked_at = %s, gone = %s, rank = %s "
        f"WHERE match_id = %s AND number IN ({numbers})"
    )
    asked_at = None if told.asked is None else at
    return Write(sql, [told.asked, asked_at, told.gone, told.rank, match.id, *seats])


def _told(position: Position) -> dict[int, Told]:
    awaited = set(position.awaited()).difference(position.gone)
    ranks = _ranks(position.outcome.ranking) if position.outcome else {}
    return {
        seat: Told(
            position.questions[seat] if seat in awaited else None,
            seat in position.gone,
            ranks.get(seat),
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
