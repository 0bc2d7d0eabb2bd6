"""A match at any moment, through the eyes of whom one may look through.

Once it is over that is everybody, as they saw it then, or with all secrets open. Before, it is
oneself or a spectator, and what has faded since is not brought back.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils import timezone

from events.feed import log_rows, read_as
from events.models import LoggedEvent, Match
from events.moments import moments
from events.position import Position, position_at_head
from events.recap import names_at, sentence
from events.record import timestamp
from events.refusals import Forbidden, Impossible
from events.rematch import OVER
from games.codec import name_of
from games.contract import OPEN, SPECTATOR, Event, Horizon, Viewer
from games.memory import horizon_before

MOST_AHEAD: int = settings.REPLAY_FRAMES_MOST

Look = Callable[[Position], Any]
"""What is seen of a position."""


def replay_shown(
    match: Match, viewer: Viewer, *, eyes: Viewer, at: int, ahead: int = 0, language: str = "en"
) -> dict[str, Any]:
    """An event and the table after it as `eyes` see them, and each of so many that follow."""
    _require_allowed(match, viewer, eyes)
    if at > match.version:
        raise Impossible("no_such_event")
    last = min(at + ahead, match.version)
    if match.status in OVER:
        look = _looking_then(eyes)
    else:
        look = _looking_now(match, viewer, eyes, first=at, last=last)
    told = _told(match, viewer, eyes, first=at, last=last, language=language)
    frames = [
        {
            "seq": position.version,
            "event": event,
            "text": text,
            "view": look(position) if _is_set(position) else None,
        }
        for position, (event, text) in zip(moments(match, first=at, last=last), told, strict=True)
    ]
    return frames[0] | {
        "frames": frames[1:],
        "as": {SPECTATOR: "spectator", OPEN: "all"}.get(eyes, str(eyes)),
        "id": match.id,
        "game": match.game,
        "status": match.status,
        "version": match.version,
        "head": match.head,
        "server_time": timestamp(timezone.now()),
    }


def _require_allowed(match: Match, viewer: Viewer, eyes: Viewer) -> None:
    if eyes in (viewer, SPECTATOR):
        return
    if match.status not in OVER:
        raise Forbidden("eyes_of_others")
    if eyes != OPEN and not match.seats.filter(number=eyes).exists():
        raise Impossible("no_such_seat")


def _is_set(position: Position) -> bool:
    """Whether there is a table to be seen: the first events are the platform's own."""
    return position.place_after(position.version) > 0


def _told(
    match: Match, viewer: Viewer, eyes: Viewer, *, first: int, last: int, language: str
) -> list[tuple[dict[str, Any] | None, str]]:
    """The events and their sentences, as `eyes` knew them then or may still know them today."""
    end = position_at_head(match)
    reader, horizon = eyes, 0
    if match.status not in OVER:
        reader, horizon = end.reader(eyes), _horizon(end, viewer, eyes)
    after = max(first - 1, 0)
    rows = log_rows(match, end, after=after, most=last - after)
    names = names_at(match)
    told: list[tuple[dict[str, Any] | None, str]] = [] if first else [(None, "")]
    for _, event, _ in read_as(match, end, reader, horizon, rows):
        told.append((event, sentence(end, event, names, language)["text"]))
    return told


def _horizon(end: Position, viewer: Viewer, eyes: Viewer) -> Horizon:
    """Who looks through other eyes remembers no more for that."""
    return max(end.horizon(viewer), end.horizon(eyes))


def _looking_then(eyes: Viewer) -> Look:
    """What that seat or a spectator saw at the time, or all that there was."""
    if eyes == OPEN:
        return lambda position: position.game.view(position.state, OPEN, 0)
    return lambda position: position.view(eyes)


def _looking_now(match: Match, viewer: Viewer, eyes: Viewer, *, first: int, last: int) -> Look:
    """What may still be seen today."""
    end = position_at_head(match)
    reader, horizon = end.reader(eyes), _horizon(end, viewer, eyes)
    closings = _closings(match, end, first, last) if horizon else []

    def look(position: Position) -> Any:
        place = end.place_after(position.version)
        closing = next((kind for at, kind in closings if place <= at < horizon), None)
        return end.game.view(position.state, reader, horizon_before(closing, place, horizon))

    return look


def _closings(match: Match, end: Position, first: int, last: int) -> list[tuple[int, type[Event]]]:
    """The places and kinds of the next events past each moment that hide or settle what is on show
    there; each moment but the first adds one at most."""
    kinds = {name_of(kind): kind for kind in end.game.events if kind.hides or kind.settles}
    later = LoggedEvent.objects.filter(
        match_id=match.id, seq__gt=first, seq__lte=end.version, type__in=kinds
    )
    found = later.order_by("seq").values_list("seq", "type")[: last - first + 1]
    return [(end.place_after(seq - 1), kinds[name]) for seq, name in found]
