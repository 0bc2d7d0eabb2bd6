"""Read the log as a viewer may: from the stored payloads, which are never encoded again."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec
from django.conf import settings

from events.errors import Conflict
from events.log import fairness
from events.log.append import Entry
from events.log.envelope import PLATFORM, unpack
from events.log.position import Position
from events.log.rows import LogQuery, rows_of_types
from events.models import LoggedEvent, Match
from games.codec import name_of
from games.contract import OPEN, SPECTATOR, Event, Horizon, Seat, Sight, Viewer
from games.memory import faded_places

Read: TypeAlias = tuple[LoggedEvent | Entry, dict[str, Any], bool]
"""An event's row, the payload that a viewer may read now, and whether any of it has faded."""

MOST_PER_PAGE: int = settings.EVENTS_PER_PAGE_MOST

_LOG = LogQuery()
_TYPES = LogQuery("seq", "type")


def log_rows(
    match: Match, position: Position, *, after: int = 0, most: int | None = None
) -> list[LoggedEvent]:
    """Return the log after a seq up to the position, without events appended since."""
    return _LOG.rows(match.id, after=after, last=position.version, most=most)


def payloads_of(row: LoggedEvent | Entry) -> list[bytes]:
    """Return the payload of each seat in order, and last the full one."""
    own = [(payload or row.public).encode() for payload in msgspec.json.decode(row.seats)]
    return [*own, row.full.encode()]


def payload_for(row: LoggedEvent | Entry, reader: Viewer) -> bytes:
    """Return the payload that one reader may know."""
    if reader == SPECTATOR:
        return row.public.encode()
    return payloads_of(row)[-1 if reader == OPEN else reader]


def history(
    match: Match, position: Position, viewer: Viewer, *, after: int, most: int | None = None
) -> list[Read]:
    """Read the events after a seq as a viewer may now."""
    return read(match, position, viewer, log_rows(match, position, after=after, most=most))


def read(
    match: Match, position: Position, viewer: Viewer, rows: Sequence[LoggedEvent | Entry]
) -> list[Read]:
    """Read consecutive events as a viewer may now."""
    return read_as(match, position, position.reader(viewer), position.horizon(viewer), rows)


def read_as(
    match: Match,
    position: Position,
    reader: Viewer,
    horizon: Horizon,
    rows: Sequence[LoggedEvent | Entry],
) -> list[Read]:
    """Read consecutive events as a reader, without the fields that have faded at this horizon."""
    faded = _faded_fields(match, position, rows, horizon)
    events = []
    for row in rows:
        event = msgspec.json.decode(payload_for(row, reader))
        for name in faded.get(row.seq, ()):
            event["data"].pop(name, None)
        events.append((row, event, row.seq in faded))
    return events


def _faded_fields(
    match: Match, position: Position, rows: Sequence[LoggedEvent | Entry], horizon: Horizon
) -> dict[int, tuple[str, ...]]:
    """The names of the faded fields, by seq."""
    if not rows or not horizon:
        return {}
    kinds = {name_of(kind): kind for kind in position.game.events}
    closing = [name for name, kind in kinds.items() if kind.hides or kind.settles]
    types = [(row.seq, row.type) for row in rows]
    if rows[-1].seq < position.version:
        types += _types_to_close(match, rows[-1].seq, position.version, closing)
    own = [(seq, kinds[name]) for seq, name in types if name in kinds]
    first = position.place_after(rows[0].seq - 1)
    gone = faded_places((kind for _, kind in own), horizon, first)
    return {seq: kind.fades for place, (seq, kind) in enumerate(own, first) if place in gone}


def _types_to_close(
    match: Match, after: int, version: int, closing: Sequence[str]
) -> list[tuple[int, str]]:
    """Return seq and type of the events up to the first one of a closing type; none without it."""
    close = rows_of_types(match, closing, after=after, last=version, most=1)
    if not close:
        return []
    return [(row.seq, row.type) for row in _TYPES.rows(match.id, after=after, last=close[0][0])]


class Sights:
    """The input of bots: everything that their seats may know. Reads each event only once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rows: list[LoggedEvent] = []
        self._read: dict[Seat, int] = {}
        self._seen: dict[Seat, list[Event]] = {}

    def of(self, position: Position, seat: Seat) -> Sight[Any, Event]:
        """Return all that a seat may know; positions of successive calls must not go back."""
        game, state = position.game, position.state
        self._rows += log_rows(self._match, position, after=len(self._rows))
        seen = self._seen.setdefault(seat, [])
        for row in self._rows[self._read.get(seat, 0) :]:
            _, event = unpack(game, payload_for(row, seat))
            if not isinstance(event, PLATFORM):
                seen.append(event)
        self._read[seat] = len(self._rows)
        return Sight(seat, game.view(state, seat, 0), game.choices(state, seat), seen)


def slots_json(position: Position, row: LoggedEvent | Entry) -> list[str]:
    """Return the slots of an event as hex; its leaf hash covers them and the public payload."""
    if isinstance(row, Entry):
        return [slot.hex() for slot in row.slots]
    return [slot.hex() for slot in fairness.slots(position.server_seed, row.seq, payloads_of(row))]


def require_over(match: Match) -> None:
    """Raise unless the match has been played and is over."""
    if match.status not in Match.OVER:
        raise Conflict("match_running")
    if not match.version:
        raise Conflict("match_never_began")
