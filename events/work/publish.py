"""Publish to all web processes what has changed, for their event streams.

Most messages carry an id and nothing else: streams then read what is new. Turns carry what each
viewer is shown (`News`), only for viewers that have a stream somewhere; those published together
are one message to all processes, encrypted so that Redis learns nothing. A lost message costs
the seconds until the next poll, so no request waits for it: requests put messages into a queue of
this process, and one thread sends them.
"""

import logging
import os
from collections.abc import Sequence
from functools import cache, partial
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

import msgspec
import redis
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from django.utils.crypto import salted_hmac

from events.database.statements import Statement, Write, write_all
from events.database.transactions import after_commit
from events.models import Match
from events.work.breaker import CircuitBreaker
from events.work.redis_commands import Command, redis_ask

log = logging.getLogger(__name__)

CHANNEL = "gobelet:news:"
"""The prefix of a channel's name; the id of a match or a player follows."""
SIGNED_OUT = "signed-out"
"""The channel for the ids of players who have signed out a device."""
TURNS = "turns"
"""The channel for turns with what their viewers are shown, for all processes with streams."""
MOST_WAITING = 10_000
_NONCE_BYTES = 12
_NAME_BYTES = 8

_TOUCH = Statement(
    (("id", "text"),),
    each="UPDATE events_match SET touched = touched + 1 WHERE id = %s",
    together="UPDATE events_match m SET touched = m.touched + 1 FROM {rows} WHERE m.id = r.id",
)


class News(Protocol):
    """A change with what its viewers are shown, computed only where a stream is subscribed."""

    @property
    def subject(self) -> str:
        """The channel that every stream with these news is subscribed to."""
        ...

    @property
    def channels(self) -> Sequence[str]:
        """A channel for each viewer."""
        ...

    def content(self, channel: str) -> bytes:
        """What the streams on a channel need; empty if they have to read it themselves."""
        ...


class Streams(Protocol):
    """The streams of this process."""

    def has_channel(self, channel: str) -> bool:
        """Whether a stream of this process is subscribed to a channel; thread-safe."""
        ...

    def is_counted(self, channel: str) -> bool:
        """Whether Redis counts this process among a channel's subscribers; thread-safe."""
        ...

    def deliver(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Pass channels with their contents to the streams; thread-safe."""
        ...


def publish(*ids: str) -> None:
    """Publish that these matches and players have changed, after the commit; never fails."""
    after_commit(partial(_publisher.put, [(one, b"") for one in ids]))


def publish_signed_out(player_id: str) -> None:
    """Publish that a player has signed out a device, after the commit; never fails."""
    after_commit(partial(_publisher.put, [(SIGNED_OUT, player_id.encode())]))


def publish_news(news: News) -> None:
    """Publish a change with what each viewer is shown, after the commit; never fails."""
    after_commit(partial(_publisher.put, [news]))


def match_touch(match: Match) -> None:
    """Count a change of a match outside its log, and publish it to the viewers' streams."""
    write_all([match_touch_write(match)])


def match_touch_write(match: Match) -> Write:
    """As `match_touch`, but return the write instead of executing it; publishes on commit."""
    publish(match.id)
    return _TOUCH.of([(match.id,)])


def encrypt(channel: str, content: bytes) -> bytes:
    """Encrypt the content of a message; it can be decrypted on its own channel only."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher().encrypt(nonce, content, channel.encode())


def decrypt(channel: str, data: bytes) -> bytes:
    """Decrypt the content of a message; empty if it is not one of ours."""
    try:
        return _cipher().decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], channel.encode())
    except (InvalidTag, ValueError):
        return b""


def turns_decode(data: bytes) -> list[tuple[str, bytes]]:
    """Return the channels and contents of a message on TURNS; none if it is this process's own."""
    sender, sealed = data[:_NAME_BYTES], data[_NAME_BYTES:]
    turns = decrypt(TURNS, sealed) if sender != _publisher.name else b""
    return msgspec.msgpack.decode(turns, type=list[tuple[str, bytes]]) if turns else []


@cache
def _cipher() -> ChaCha20Poly1305:
    return ChaCha20Poly1305(salted_hmac("events.work.publish", "", algorithm="sha256").digest())


class _Publisher:
    """A queue and the thread that empties it; initialised again in a forked process."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[str, bytes] | News] = SimpleQueue()
        self._started = False
        self._breaker = CircuitBreaker()
        self.name = os.urandom(_NAME_BYTES)
        """The sender of this process's messages on TURNS."""
        self.streams: Streams | None = None

    def put(self, messages: Sequence[tuple[str, bytes] | News]) -> None:
        """Queue these messages; when MOST_WAITING are queued they are left to the polls."""
        if self._queue.qsize() > MOST_WAITING:
            return
        for one in messages:
            self._queue.put(one)
        if not self._started:
            self._started = True
            Thread(target=self._send_batches, name="publisher", daemon=True).start()

    def _send_batches(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            try:
                self._send(batch)
            except redis.RedisError as error:
                log.warning("could not publish to Redis, streams fall back to polling: %s", error)
                self._breaker.open()
            except Exception:
                log.exception("could not publish, streams fall back to polling")

    def _send(self, batch: Sequence[tuple[str, bytes] | News]) -> None:
        """Send a batch: first to the streams of this process, then to those of others."""
        messages = dict.fromkeys(one for one in batch if isinstance(one, tuple))
        news = [one for one in batch if not isinstance(one, tuple)]
        contents = self._deliver(news)
        if self._breaker.is_open:
            return
        publishing = [("PUBLISH", CHANNEL + channel, data) for channel, data in messages]
        counts = _subscribers([one.subject for one in news], along=publishing)
        watched = [
            one
            for one, count in zip(news, counts, strict=True)
            if count > self._is_counted(one.subject)
        ]
        if elsewhere := self._elsewhere(watched, contents):
            data = self.name + encrypt(TURNS, msgspec.msgpack.encode(elsewhere))
            redis_ask([("PUBLISH", CHANNEL + TURNS, data)])

    def _deliver(self, news: Sequence[News]) -> "_Contents":
        """Pass news to the streams of this process; return what they were given."""
        if not (streams := self.streams):
            return {}
        contents = {
            one: {
                channel: _content(one, channel)
                for channel in one.channels
                if streams.has_channel(channel)
            }
            for one in news
            if streams.has_channel(one.subject)
        }
        if contents:
            streams.deliver([message for own in contents.values() for message in own.items()])
        return contents

    def _elsewhere(self, watched: Sequence[News], contents: "_Contents") -> list[tuple[str, bytes]]:
        """Return the channels of these news that other processes subscribe to, with contents."""
        wanted = [(one, channel) for one in watched for channel in one.channels]
        counts = _subscribers([channel for _, channel in wanted])
        elsewhere = []
        for (one, channel), count in zip(wanted, counts, strict=True):
            if count > self._is_counted(channel):
                own = contents.get(one, {}).get(channel)
                elsewhere.append((channel, _content(one, channel) if own is None else own))
        return elsewhere

    def _is_counted(self, channel: str) -> bool:
        """Whether this process is surely one of the subscribers that Redis counts."""
        return self.streams is not None and self.streams.is_counted(channel)


_Contents = dict[News, dict[str, bytes]]
"""Contents by channel, for the news of which this process has a stream."""


def _content(news: News, channel: str) -> bytes:
    """Return the content for a channel; empty, so that streams read it, if it cannot be made."""
    try:
        return news.content(channel)
    except Exception:
        log.exception("the news of %s cannot be computed, streams read them", news.subject)
        return b""


def _subscribers(channels: Sequence[str], along: Sequence[Command] = ()) -> list[int]:
    """Return how many processes subscribe to each channel; send other commands along with it."""
    asking = (
        [("PUBSUB", "NUMSUB", *(CHANNEL + channel for channel in channels))] if channels else []
    )
    answers = redis_ask([*asking, *along]) if asking or along else []
    return answers[0][1::2] if asking else []


_publisher = _Publisher()
os.register_at_fork(after_in_child=_publisher.__init__)  # type: ignore[misc]


def streams_attach(streams: Streams) -> None:
    """Publish directly to the streams of this process too."""
    _publisher.streams = streams
