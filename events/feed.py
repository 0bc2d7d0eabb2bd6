"""The log as a viewer may read it: stored bytes, never made anew."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.models import LoggedEvent, Match
from events.position import Position
from events.record import PLATFORM, unpacked
from games.contract import OPEN, SPECTATOR, Event, Seat, Sight, Viewer

MOST_PER_PAGE = 200


def log_rows(
    match: Match, position: Position, *, after: int = 0, most: int | None = None
) -> list[LoggedEvent]:
    """The log past a seq, as far as the position goes and whatever has come since."""
    rows = LoggedEvent.objects.filter(
        match_id=match.id, seq__gt=after, seq__lte=position.version
    ).order_by("seq")
    return list(rows[:most])


def payloads_of(row: LoggedEvent) -> list[bytes]:
    """An event as each seat was shown it, in order, and last the full one."""
    own = [(payload or row.public).encode() for payload in msgspec.json.decode(row.seats)]
    return [*own, row.full.encode()]


def payload_for(row: LoggedEvent, reader: Viewer) -> bytes:
    """An event as one reader may know it."""
    if reader == SPECTATOR:
        return row.public.encode()
    return payloads_of(row)[-1 if reader == OPEN else reader]


def seat_sight(match: Match, position: Position, seat: Seat) -> Sight[Any, Event]:
    """All that a seat may decide by: what its bot gets."""
    game, state = position.game, position.state
    return Sight(
        seat,
        game.view(state, seat),
        game.choices(state, seat),
        list(_game_events(match, position, seat)),
    )


def _game_events(match: Match, position: Position, seat: Seat) -> Iterator[Event]:
    for row in log_rows(match, position):
        _, event = unpacked(position.game, payload_for(row, seat))
        if not isinstance(event, PLATFORM):
            yield event
