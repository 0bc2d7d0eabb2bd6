"""Where the events of a match lie: in the table of the log, or in the archive.

They move in one transaction, and never back. So where the table has none of a match that has some,
the archive has them, by the time that it is asked.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from events.database.queries import PreparedQuery
from events.log.archive import archived_rows
from events.models import ArchivedLog, LoggedEvent, Match

FINISHED = "match_finished"
EVERY_EVENT = 2**31 - 1
"""As the last seq: all events that there are, whatever the row of the match says."""


class LogQuery:
    """Reads rows of the log with these columns, or with all."""

    def __init__(self, *only: str) -> None:
        condition = "match_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s"
        columns = ["id", *only] if only else None
        self._query = PreparedQuery(LoggedEvent, condition, only=columns)

    def rows(
        self, match_id: str, *, after: int = 0, last: int, most: int | None = None
    ) -> list[LoggedEvent]:
        """Return the events after a seq, up to the last one of a match that reaches it."""
        until = last if most is None else min(last, after + most)
        if until <= after:
            return []
        found = self._query.all(match_id, after, until, until - after)
        return found or archived_rows(match_id, after=after, last=until)


def rows_of_types(
    match: Match, types: Iterable[str], *, after: int, last: int, most: int | None = None
) -> list[tuple[int, str]]:
    """Return seq and type of the events of these types after a seq, up to the last one."""
    wanted = set(types)
    rows = LoggedEvent.objects.filter(match_id=match.id, seq__gt=after, seq__lte=last)
    found = rows.filter(type__in=wanted).order_by("seq").values_list("seq", "type")[:most]
    if found or match.status not in Match.OVER:
        return list(found)
    archived = archived_rows(match.id, after=after, last=last)
    return [(row.seq, row.type) for row in archived if row.type in wanted][:most]


def payloads_of_ends(**matches: Any) -> dict[str, str]:
    """Return the full payload of `match_finished` for each match that these conditions name."""
    rows = LoggedEvent.objects.filter(type=FINISHED, **matches).values_list("match_id", "full")
    archived = ArchivedLog.objects.filter(**matches).exclude(ending="")
    return {**dict(rows), **dict(archived.values_list("match_id", "ending"))}


def caused_by(match_id: str, seat: int, *, after: int) -> Sequence[str]:
    """Return the full payloads of a seat's events after a seq that begin a move."""
    rows = LoggedEvent.objects.filter(match=match_id, actor=seat, seq__gt=after)
    found = list(rows.filter(cause__isnull=False).values_list("full", flat=True))
    archived = [] if found else archived_rows(match_id, after=after)
    return found + [row.full for row in archived if row.actor == seat and row.cause is not None]
