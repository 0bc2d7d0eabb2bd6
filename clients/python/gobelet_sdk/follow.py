"""A match as it goes on: its stream, resumed without gaps, and polling while there is none."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import NamedTuple

from .api import Api
from .errors import Unreachable
from .schema import Event, Match

LONGEST_PAUSE = 60.0


class Update(NamedTuple):
    """New events, and the match after them."""

    events: list[Event]
    match: Match


class _Reader:
    """What was read so far: events in order, none twice, none missing."""

    def __init__(self, after: int) -> None:
        self.cursor = after
        self.events: list[Event] = []
        self.match: Match | None = None

    def take(self, events: list[Event]) -> None:
        for event in events:
            if event["seq"] > self.cursor + 1:
                raise Unreachable("events are missing")
            if event["seq"] == self.cursor + 1:
                self.events.append(event)
                self.cursor += 1

    def update(self, match: Match) -> Update:
        events, self.events, self.match = self.events, [], match
        return Update(events, match)

    def is_over(self) -> bool:
        match = self.match
        over = match is not None and match["status"] in ("finished", "cancelled")
        return over and match is not None and self.cursor >= match["version"]


async def follow_match(api: Api, match_id: str, after: int) -> AsyncGenerator[Update, None]:
    """Every event after a number exactly once, with the match after them, until it is over."""
    reader, failures = _Reader(after), 0
    while True:
        pause = 0.0
        try:
            stream = api.messages(f"matches/{match_id}/stream", reader.cursor)
            async with aclosing(stream):
                async for message in stream:
                    failures = 0
                    if message.kind == "message":
                        reader.take([message.data])
                    elif message.kind == "state":
                        yield reader.update(message.data)
        except Unreachable as e:
            pause = e.after
        pause = max(pause, min(api.pause * 2**failures, LONGEST_PAUSE))
        until = time.monotonic() + pause
        failures += 1
        while not reader.is_over():
            try:
                match = await _polled(api, match_id, reader)
            except Unreachable:
                match = None
            if match is not None and (reader.events or match is not reader.match):
                yield reader.update(match)
            if (left := until - time.monotonic()) <= 0 or reader.is_over():
                break
            await api.transport.sleep(min(api.poll, left))
        if reader.is_over():
            return


async def _polled(api: Api, match_id: str, reader: _Reader) -> Match:
    match: Match = await api.get(f"matches/{match_id}")
    more = match["version"] > reader.cursor
    while more:
        page = await api.get(f"matches/{match_id}/events?after={reader.cursor}")
        reader.take(page["events"])
        more = page["has_more"]
    return match
