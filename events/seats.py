"""What the rows of seats say of the log: who is waited for, since when, and who came in where."""

from datetime import datetime

from django.db import connection

from events.models import Match, Seat
from events.position import Position

_TABLE = Seat._meta.db_table


def seats_follow(match: Match, before: Position, after: Position, at: datetime) -> None:
    """Bring the seats' rows from one position of their match to a later one."""
    awaited = {seat: after.questions[seat] for seat in after.awaited()}
    was = {seat: before.questions[seat] for seat in before.awaited()}
    changes = [
        (seat, awaited.get(seat))
        for seat in range(len(after.players))
        if awaited.get(seat) != was.get(seat)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {_TABLE} SET asked = %s, asked_at = %s WHERE match_id = %s AND number = %s",
            [(asked, at if asked else None, match.id, seat) for seat, asked in changes],
        )
        if after.outcome:
            cursor.executemany(
                f"UPDATE {_TABLE} SET rank = %s WHERE match_id = %s AND number = %s",
                [
                    (rank, match.id, seat)
                    for rank, group in _ranks(after.outcome.ranking)
                    for seat in group
                ],
            )


def _ranks(ranking: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Each group with its place: two firsts are followed by a third."""
    ranks, place = [], 1
    for group in ranking:
        ranks.append((place, group))
        place += len(group)
    return ranks
