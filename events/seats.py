"""What the rows of seats say of the log: who is waited for, since when, and who came in where."""

from datetime import datetime
from typing import NamedTuple

from events.models import Match
from events.position import Position
from events.writes import Statement, Write, send

_FOLLOW = Statement(
    (
        ("asked", "integer"),
        ("asked_at", "timestamptz"),
        ("gone", "boolean"),
        ("rank", "integer"),
        ("match_id", "text"),
        ("number", "integer"),
    ),
    each='UPDATE "events_seat" SET asked = %s, asked_at = %s, gone = %s, rank = %s'
    " WHERE match_id = %s AND number = %s",
    together='UPDATE "events_seat" s SET asked = r.asked, asked_at = r.asked_at, gone = r.gone,'
    " rank = r.rank FROM {rows} WHERE s.match_id = r.match_id AND s.number = r.number",
)


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
    changed = [(seat, told) for seat, told in _told(after).items() if told != was.get(seat)]
    if not changed:
        return []
    return [
        _FOLLOW.of(
            (told.asked, at if told.asked is not None else None, told.gone, told.rank, match.id, n)
            for n, told in changed
        )
    ]


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
