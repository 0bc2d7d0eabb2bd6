"""The archived log of a match: its rows column by column, compressed; read back as they were.

Hashes do not compress, so of the three of each event only the leaf is stored: the other two follow
from the leaves. Whether they lead to the head of the match is for the log check to find out.
"""

import zlib
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import Struct

from events.log import fairness
from events.models import ArchivedLog, LoggedEvent, Match, SealedAnswer

LEVEL = 9
_AS_THEY_ARE = (
    "type", "schema", "at", "actor", "full", "public", "seats", "cause", "draws", "move_key",
    "place",
)  # fmt: skip


class ArchivedAnswer(Struct, frozen=True):
    """A sealed answer, with the columns of SealedAnswer."""

    seat: int
    asked: int
    move: str
    at: datetime


class Contents(Struct):
    """What an archive holds: the columns of LoggedEvent, and the sealed answers."""

    previous: bytes
    """The head before the first event."""
    type: list[str]
    schema: list[int]
    at: list[str]
    actor: list[int | None]
    full: list[str]
    public: list[str]
    seats: list[str]
    cause: list[str | None]
    draws: list[str | None]
    move_key: list[str | None]
    place: list[int]
    leaf: list[bytes]
    sealed: list[ArchivedAnswer]


def archive_of(match: Match, rows: Sequence[LoggedEvent]) -> ArchivedLog:
    """Return the archive of these rows, which are all of its log; not saved."""
    sealed = SealedAnswer.objects.filter(match=match).order_by("id")
    contents = Contents(
        previous=bytes.fromhex(rows[0].previous),
        leaf=[bytes.fromhex(row.leaf) for row in rows],
        sealed=[ArchivedAnswer(*row) for row in sealed.values_list("seat", "asked", "move", "at")],
        **{name: [getattr(row, name) for row in rows] for name in _AS_THEY_ARE},
    )
    data = zlib.compress(msgspec.msgpack.encode(contents), LEVEL)
    return ArchivedLog(match=match, data=data, **columns_of(rows))


def columns_of(rows: Sequence[LoggedEvent]) -> dict[str, Any]:
    """Return the columns of an archive that repeat what is in these rows."""
    return {
        "version": rows[-1].seq,
        "head": rows[-1].hash,
        "last_at": rows[-1].at,
        "ending": next((row.full for row in rows if row.type == "match_finished"), ""),
    }


def rows_in(archive: ArchivedLog, *, after: int = 0, last: int | None = None) -> list[LoggedEvent]:
    """Return the rows of an archive after a seq up to the last one; raises ValueError if it cannot
    be read."""
    held = _contents(archive)
    heads = list(accumulate(held.leaf, fairness.next_head, initial=held.previous))
    columns = [getattr(held, name) for name in _AS_THEY_ARE]
    found = []
    for place, values in list(enumerate(zip(*columns, strict=True)))[after:last]:
        found.append(
            LoggedEvent(
                match_id=archive.match_id,
                seq=place + 1,
                leaf=held.leaf[place].hex(),
                previous=heads[place].hex(),
                hash=heads[place + 1].hex(),
                **dict(zip(_AS_THEY_ARE, values, strict=True)),
            )
        )
    return found


def archived_rows(match_id: str, *, after: int = 0, last: int | None = None) -> list[LoggedEvent]:
    """Return the rows of a match from the archive; none if it is not there."""
    archive = ArchivedLog.objects.filter(match_id=match_id).first()
    return [] if archive is None else rows_in(archive, after=after, last=last)


def archived_answers(match_id: str) -> list[ArchivedAnswer]:
    """Return the sealed answers of a match from the archive; none if it is not there."""
    archive = ArchivedLog.objects.filter(match_id=match_id).first()
    return [] if archive is None else _contents(archive).sealed


def _contents(archive: ArchivedLog) -> Contents:
    try:
        return msgspec.msgpack.decode(zlib.decompress(archive.data), type=Contents)
    except zlib.error as error:
        raise ValueError(f"its archive cannot be read: {error}") from error
