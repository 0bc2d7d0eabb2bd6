"""The match at any version, as seen from a permitted seat.

Once the match is over, every seat is permitted, as it saw the table at the time, and so is a view
with all secrets open. In a running match only the viewer's own seat and the spectators' view are
permitted, and information that has faded since stays hidden.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils import timezone

from events.errors import Forbidden, Unprocessable
from events.log.checkpoints import positions_between
from events.log.envelope import timestamp
from events.log.position import Position, position_at_head
from events.log.read import log_rows, read_as
from events.log.rows import rows_of_types
from events.models import Match
from events.selectors.recap import names_at, names_for_reader, sentence
from games.codec import name_of
from games.contract import OPEN, SPECTATOR, Event, Viewer
from games.memory import horizon_before

MOST_AHEAD: int = settings.REPLAY_FRAMES_MOST

ShowAt = Callable[[Position], Any]
"""A function that returns the view of a position."""


def replay_json(
    match: Match, viewer: Viewer, *, eyes: Viewer, at: int, ahead: int = 0, language: str = "en"
) -> dict[str, Any]:
    """Return an event with the table after it, and up to `ahead` frames that follow.

    `eyes` is the seat whose view is shown, or SPECTATOR or OPEN.
    """
    _require_allowed(match, viewer, eyes)
    if at > match.version:
        raise Unprocessable("no_such_event")
    last = min(at + ahead, match.version)
    if match.status in Match.OVER:
        show_at = _view_at_the_time(eyes)
    else:
        show_at = _view_less_faded(match, eyes, first=at, last=last)
    names = names_for_reader(names_at(match), viewer, language)
    events = _events_with_text(match, eyes, names, first=at, last=last, language=language)
    frames = [
        {
            "seq": position.version,
            "event": event,
            "text": text,
            "view": show_at(position) if _is_set_up(position) else None,
        }
        for position, (event, text) in zip(
            positions_between(match, first=at, last=last), events, strict=True
        )
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
    if match.status not in Match.OVER:
        raise Forbidden("eyes_of_others")
    if eyes != OPEN and not match.seats.filter(number=eyes).exists():
        raise Unprocessable("no_such_seat")


def _is_set_up(position: Position) -> bool:
    """Whether the table is set up: the first events are the platform's own."""
    return position.place_after(position.version) > 0


def _events_with_text(
    match: Match, eyes: Viewer, names: list[str], *, first: int, last: int, language: str
) -> list[tuple[dict[str, Any] | None, str]]:
    """Return events with sentences as `eyes` knew them, in a running match less what has faded."""
    end = position_at_head(match)
    reader, horizon = eyes, 0
    if match.status not in Match.OVER:
        reader, horizon = end.reader(eyes), end.horizon(eyes)
    after = max(first - 1, 0)
    rows = log_rows(match, end, after=after, most=last - after)
    found: list[tuple[dict[str, Any] | None, str]] = [] if first else [(None, "")]
    for _, event, _ in read_as(match, end, reader, horizon, rows):
        found.append((event, sentence(end, event, names, language)["text"]))
    return found


def _view_at_the_time(eyes: Viewer) -> ShowAt:
    """Return the view that the seat or a spectator had at the time; of everything for OPEN."""
    if eyes == OPEN:
        return lambda position: position.game.view(position.state, OPEN, 0)
    return lambda position: position.view(eyes)


def _view_less_faded(match: Match, eyes: Viewer, *, first: int, last: int) -> ShowAt:
    """Return the view without anything that has faded since."""
    end = position_at_head(match)
    reader, horizon = end.reader(eyes), end.horizon(eyes)
    closings = _closings(match, end, first, last) if horizon else []

    def show_at(position: Position) -> Any:
        place = end.place_after(position.version)
        closing = next((kind for at, kind in closings if place <= at < horizon), None)
        return end.game.view(position.state, reader, horizon_before(closing, place, horizon))

    return show_at


def _closings(match: Match, end: Position, first: int, last: int) -> list[tuple[int, type[Event]]]:
    """Return places and types of the next events that hide or settle what each frame shows.

    Every frame but the first adds at most one, which bounds the query.
    """
    kinds = {name_of(kind): kind for kind in end.game.events if kind.hides or kind.settles}
    most = last - first + 1
    found = rows_of_types(match, kinds, after=first, last=end.version, most=most)
    return [(end.place_after(seq - 1), kinds[name]) for seq, name in found]
