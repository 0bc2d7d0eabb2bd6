"""What a turn brings to the streams of its match: computed once for each viewer who has one."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from events.log.append import Entry
from events.log.position import Position
from events.log.read import read
from events.models import Match, Seat
from events.selectors.match import match_json
from events.streams.sse import message
from events.work.publish import publish_news
from games.contract import SPECTATOR, Viewer

T = TypeVar("T", Match, Seat)


class ViewerNews(Struct, frozen=True, array_like=True):
    """A turn as one viewer's streams send it."""

    viewer: Viewer
    before: int
    version: int
    touched: int
    events: bytes
    state: bytes
    digest: bytes


class TurnNews:
    """A logged turn, with everything in memory that its viewers' messages are made of."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        before: Position,
        after: Position,
        entries: Sequence[Entry],
    ) -> None:
        self._match = _copy(match)
        self._seats = [_copy(seat) for seat in seats]
        self._before = before
        self._after = after
        self._entries = entries

    @cached_property
    def _viewers(self) -> dict[str, Viewer]:
        viewers = (SPECTATOR, *range(len(self._after.players)))
        return {channel_of(self._match.id, viewer): viewer for viewer in viewers}

    @property
    def channels(self) -> Sequence[str]:
        return [*self._viewers]

    def content(self, channel: str) -> bytes:
        """The encoded ViewerNews; empty where that would need the database."""
        viewer = self._viewers[channel]
        if self._after.over or self._has_votes or self._has_answered(viewer):
            return b""
        shown = read(self._match, self._after, viewer, self._entries)
        events = b"".join(message(event, place=event["seq"]) for _, event, _ in shown)
        state, digest = state_for(self._match, viewer, self._after, self._seats)
        news = ViewerNews(
            viewer,
            self._before.version,
            self._after.version,
            self._match.touched,
            events,
            state,
            digest,
        )
        return msgspec.msgpack.encode(news)

    @property
    def _has_votes(self) -> bool:
        """Whether there are votes to cancel, whose validity the log tells."""
        return any(seat.agrees_to_cancel_at is not None for seat in self._seats)

    def _has_answered(self, viewer: Viewer) -> bool:
        """Whether an early answer, which is stored elsewhere, is shown to its player."""
        return viewer != SPECTATOR and self._seats[viewer].answered is not None


def _copy(row: T) -> T:
    """Copy a row with its current values; its relations are the same objects."""
    copy = type(row).__new__(type(row))
    copy.__dict__.update(row.__dict__)
    return copy


def publish_turn(
    *,
    match: Match,
    seats: Sequence[Seat],
    before: Position,
    after: Position,
    entries: Sequence[Entry],
    **_: Any,
) -> None:
    """Publish a logged turn once it is committed."""
    publish_news(TurnNews(match, seats, before, after, entries))


def channel_of(match_id: str, viewer: Viewer) -> str:
    """Return the channel for the news of a match as one viewer gets them."""
    return f"{match_id}:{viewer}"


def news_decode(content: bytes) -> ViewerNews:
    """Return the news from a message's content."""
    return msgspec.msgpack.decode(content, type=ViewerNews)


def state_for(
    match: Match, viewer: Viewer, position: Position, seats: list[Seat]
) -> tuple[bytes, bytes]:
    """Return the `state` message for a viewer, and a digest that changes only with its content.

    The digest leaves out what changes by the mere passing of time.
    """
    shown = match_json(match, viewer, position, seats)
    deadline = shown["deadline"]
    lasting = shown | {"server_time": None, "deadline": deadline and deadline["until"]}
    digest = blake2b(msgspec.json.encode(lasting), digest_size=16).digest()
    return message(shown, name="state"), digest
