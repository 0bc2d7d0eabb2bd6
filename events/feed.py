"""The log as a viewer may read it: stored bytes, never made anew."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec
from django.conf import settings

from events.append import Entry
from events.models import LoggedEvent, Match
from events.position import Position
from events.record import PLATFORM, unpacked
from events.rows import Rows
from games.codec import name_of
from games.contract import OPEN, SPECTATOR, Event, Horizon, Seat, Sight, Viewer
from games.memory import faded_places

Read: TypeAlias = tuple[LoggedEvent | Entry, dict[str, Any], bool]
"""An event, what a viewer may read of it now, and whether something of that has faded."""

MOST_PER_PAGE: int = settings.EVENTS_PER_PAGE_MOST

_LOG = Rows(LoggedEvent, "match_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s")


def log_rows(
    match: Match, position: Position, *, after: int = 0, most: int | None = None
) -> list[LoggedEvent]:
    """The log past a seq, as far as the position goes and whatever has come since."""
    if after >= position.version:
        return []
    limit = position.version - after if most is None else most
    return _LOG.all(match.id, after, position.version, limit)


def payloads_of(row: LoggedEvent | Entry) -> list[bytes]:
    """An event as each seat was shown it, in order, and last the full one."""
    own = [(payload or row.public).encode() for payload in msgspec.json.decode(row.seats)]
    return [*own, row.full.encode()]


def payload_for(row: LoggedEvent | Entry, reader: Viewer) -> bytes:
    """An event as one reader may know it."""
    if reader == SPECTATOR:
        return row.public.encode()
    return payloads_of(row)[-1 if reader == OPEN else reader]


def history(
    match: Match, position: Position, viewer: Viewer, *, after: int, most: int | None = None
) -> list[Read]:
    """Events past a seq as a viewer may read them now."""
    return read(match, position, viewer, log_rows(match, position, after=after, most=most))


def read(
    match: Match, position: Position, viewer: Viewer, rows: Sequence[LoggedEvent | Entry]
) -> list[Read]:
    """Events in a row as a viewer may read them now."""
    return read_as(match, position, position.reader(viewer), position.horizon(viewer), rows)


def read_as(
    match: Match,
    position: Position,
    reader: Viewer,
    horizon: Horizon,
    rows: Sequence[LoggedEvent | Entry],
) -> list[Read]:
    """Events in a row as a reader knew them, less what has faded for who remembers so far back."""
    faded = _faded(match, position, rows, horizon)
    events = []
    for row in rows:
        event = msgspec.json.decode(payload_for(row, reader))
        for name in faded.get(row.seq, ()):
            event["data"].pop(name, None)
        events.append((row, event, row.seq in faded))
    return events


def _faded(
    match: Match, position: Position, rows: Sequence[LoggedEvent | Entry], horizon: Horizon
) -> dict[int, tuple[str, ...]]:
    """The fields that have faded, by seq."""
    if not rows or not horizon:
        return {}
    kinds = {name_of(kind): kind for kind in position.game.events}
    closing = [name for name, kind in kinds.items() if kind.hides or kind.settles]
    later = LoggedEvent.objects.filter(
        match_id=match.id, seq__gt=rows[-1].seq, seq__lte=position.version
    )
    if rows[-1].seq == position.version:
        later = later.none()
    close = later.filter(type__in=closing).order_by("seq").values_list("seq", flat=True).first()
    rest = later.filter(seq__lte=close).order_by("seq") if close else later.none()
    types = [(row.seq, row.type) for row in rows] + list(rest.values_list("seq", "type"))
    own = [(seq, kinds[name]) for seq, name in types if name in kinds]
    first = position.place_after(rows[0].seq - 1)
    gone = faded_places((kind for _, kind in own), horizon, first)
    return {seq: kind.fades for place, (seq, kind) in enumerate(own, first) if place in gone}


class Sights:
    """What seats may decide by, that is what their bots get; each event is read only once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rows: list[LoggedEvent] = []
        self._read: dict[Seat, int] = {}
        self._seen: dict[Seat, list[Event]] = {}

    def of(self, position: Position, seat: Seat) -> Sight[Any, Event]:
        """All that a seat may know at this position, which is at or past the last one asked for."""
        game, state = position.game, position.state
        self._rows += log_rows(self._match, position, after=len(self._rows))
        seen = self._seen.setdefault(seat, [])
        for row in self._rows[self._read.get(seat, 0) :]:
            _, event = unpacked(game, payload_for(row, seat))
            if not isinstance(event, PLATFORM):
                seen.append(event)
        self._read[seat] = len(self._rows)
        return Sight(seat, game.view(state, seat, 0), game.choices(state, seat), seen)
