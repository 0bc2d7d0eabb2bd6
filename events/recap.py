"""What happened in a match, in sentences, as one reader may know it now."""

from typing import Any

import msgspec
from django.utils import timezone

from events.feed import MOST_PER_PAGE, history
from events.models import Match, Seat
from events.position import Position, position_at_head
from events.record import PLATFORM, timestamp, unpacked
from events.seating import seats_of
from events.seen import read_to
from events.shown import sitter_shown
from events.words import platform_recap
from games.contract import SPECTATOR, Viewer
from games.words import labels_of


def recap_shown(
    match: Match, viewer: Viewer, *, after: int | None, language: str
) -> dict[str, Any]:
    """A page of sentences about the events past a seq, or past what the viewer has read."""
    position = position_at_head(match)
    if after is None:
        after = _last_look(match, position, viewer)
    names = names_at(match)
    events = history(match, position, viewer, after=after, most=MOST_PER_PAGE)
    sentences = [sentence(position, event, names, language) for _, event, _ in events]
    return {
        "after": after,
        "version": position.version,
        "sentences": sentences,
        "has_more": after + len(sentences) < position.version,
        "server_time": timestamp(timezone.now()),
    }


def names_at(match: Match) -> list[str]:
    """What each seat's player is called today, whatever it was then."""
    return [_name(seat) for seat in seats_of(match)]


def _last_look(match: Match, position: Position, viewer: Viewer) -> int:
    """Who has no seat has left no mark: for them the last page."""
    if viewer == SPECTATOR:
        return max(0, position.version - MOST_PER_PAGE)
    return read_to(match, viewer)


def _name(seat: Seat) -> str:
    sitter = sitter_shown(seat)
    return str(sitter["name"]) if sitter else ""


def sentence(
    position: Position, readable: dict[str, Any], names: list[str], language: str
) -> dict[str, Any]:
    """One event as somebody may read it, in words."""
    envelope, event = unpacked(position.game, msgspec.json.encode(readable))
    if isinstance(event, PLATFORM):
        text = platform_recap(event, names, labels_of(position.game))
    else:
        text = position.game.words.recap(event, names)
    return {"seq": envelope.seq, "at": envelope.at, "text": text.within(language)}
