"""Turns reach the streams of other processes, and those of this process without Redis too."""

from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

import pytest
from django.conf import settings
from redis import Redis

from events.work import breaker
from events.work.publish import CHANNEL, TURNS, _Publisher, turns_decode
from tests.support.server import PATIENCE, free_port

MATCH = "a-match"
SPECTATORS = f"{MATCH}:spectators"


class Turn:
    """News of a turn for one viewer."""

    subject = MATCH
    channels = (SPECTATORS,)

    def content(self, channel: str) -> bytes:
        return f"news for {channel}".encode()


class BrokenTurn(Turn):
    """News that cannot be computed."""

    def content(self, channel: str) -> bytes:
        raise RuntimeError("planted")


class OwnStreams:
    """Streams of this process, of which Redis may not know yet."""

    def __init__(self, *, counted: bool) -> None:
        self.delivered: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        self._counted = counted

    def has_channel(self, channel: str) -> bool:
        return True

    def is_counted(self, channel: str) -> bool:
        return self._counted

    def deliver(self, messages: Sequence[tuple[str, bytes]]) -> None:
        for one in messages:
            self.delivered.put(one)


def publisher(streams: OwnStreams) -> _Publisher:
    made = _Publisher()
    made.streams = streams
    return made


@pytest.mark.usefixtures("redis_url")
def test_another_process_gets_a_turn_while_redis_does_not_count_this_one_yet() -> None:
    own = OwnStreams(counted=False)
    with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as other:
        names = [CHANNEL + name for name in (MATCH, SPECTATORS, TURNS)]
        other.subscribe(*names)
        for _ in names:
            other.get_message(timeout=PATIENCE)
        publisher(own).put([Turn()])
        received: Any = other.get_message(timeout=PATIENCE)
    assert received["channel"].decode() == CHANNEL + TURNS
    assert turns_decode(received["data"]) == [(SPECTATORS, b"news for " + SPECTATORS.encode())]


def test_own_streams_do_not_wait_for_a_redis_that_is_gone(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(breaker, "PAUSE_SECONDS", float("inf"))
    own = OwnStreams(counted=False)
    publishing = publisher(own)
    for _ in range(3):
        publishing.put([Turn()])
        assert own.delivered.get(timeout=PATIENCE)[0] == SPECTATORS


@pytest.mark.usefixtures("redis_url")
def test_news_that_cannot_be_computed_do_not_cost_others_theirs() -> None:
    own = OwnStreams(counted=True)
    publisher(own).put([BrokenTurn(), Turn()])
    delivered = {own.delivered.get(timeout=PATIENCE)[1] for _ in range(2)}
    assert delivered == {b"", b"news for " + SPECTATORS.encode()}
