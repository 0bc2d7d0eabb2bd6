"""The messages of a turn to the streams of its match, computed once for each viewer."""

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
from events.selectors.match import match_json, table_json
from events.selectors.recap import memory_of, turn_recap_json
from events.streams.sse import message
from events.work.publish import publish_news
from games.contract import LANGUAGES, SPECTATOR, Viewer

T = TypeVar("T", Match, Seat)


class ViewerNews(Struct, frozen=True, array_like=True):
    """A turn as one viewer's streams send it."""

    viewer: Viewer
    before: int
    version: int
    touched: int
    events: bytes
    recap: bytes
    """Empty if the streams did not ask for it, or have to read it themselves."""
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
        self._parts: dict[Viewer, tuple[bytes, bytes, bytes]] = {}

    @cached_property
    def _listeners(self) -> dict[str, tuple[Viewer, str | None]]:
        return {
            channel_of(self._match.id, viewer, language): (viewer, language)
            for viewer in (SPECTATOR, *range(len(self._after.players)))
            for language in (None, *LANGUAGES)
        }

    @property
    def subject(self) -> str:
        return self._match.id

    @property
    def channels(self) -> Sequence[str]:
        return [*self._listeners]

    def content(self, channel: str) -> bytes:
        """The encoded ViewerNews; empty where that would need the database."""
        viewer, language = self._listeners[channel]
        if self._after.over or self._has_votes or self._has_answered(viewer):
            return b""
        events, state, digest = self._events_and_state(viewer)
        news = ViewerNews(
            viewer,
            self._before.version,
            self._after.version,
            self._match.touched,
            events,
            self._recap(viewer, language) if language else b"",
            state,
            digest,
        )
        return msgspec.msgpack.encode(news)

    def _events_and_state(self, viewer: Viewer) -> tuple[bytes, bytes, bytes]:
        if viewer not in self._parts:
            shown = read(self._match, self._after, viewer, self._entries)
            events = b"".join(message(event, place=event["seq"]) for _, event, _ in shown)
            state = state_for(self._match, viewer, self._after, self._seats, self._table)
            self._parts[viewer] = events, *state
        return self._parts[viewer]

    @cached_property
    def _table(self) -> dict[str, Any]:
        return table_json(self._match, self._after, self._seats)

    def _recap(self, viewer: Viewer, language: str) -> bytes:
        before, after = self._before, self._after
        if memory_of(before, viewer) != memory_of(after, viewer):
            return b""  # older events read differently now, and they are not in memory
        told = turn_recap_json(
            self._match, self._seats, before, after, viewer, self._entries, language
        )
        return message(told, name="recap")

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


def publish_turn(*, sender: object, signal: object, **turn: Any) -> None:
    """Publish a turn, as `turn_logged` gives it, once it is committed."""
    publish_news(TurnNews(**turn))


def channel_of(match_id: str, viewer: Viewer, language: str | None = None) -> str:
    """Return the channel for a match's news as one viewer gets them, with a recap in a language."""
    return f"{match_id}:{viewer}:{language}" if language else f"{match_id}:{viewer}"


def news_decode(content: bytes) -> ViewerNews:
    """Return the news from a message's content."""
    return msgspec.msgpack.decode(content, type=ViewerNews)


def state_for(
    match: Match, viewer: Viewer, position: Position, seats: list[Seat], table: dict[str, Any]
) -> tuple[bytes, bytes]:
    """Return the `state` message for a viewer, and a digest that changes only with its content.

    `table` is the `table_json` of the position. The digest leaves out what changes by the mere
    passing of time.
    """
    shown = match_json(match, viewer, position, seats, table)
    deadline = shown["deadline"]
    lasting = shown | {"server_time": None, "deadline": deadline and deadline["until"]}
    digest = blake2b(msgspec.json.encode(lasting), digest_size=16).digest()
    return message(shown, name="state"), digest
