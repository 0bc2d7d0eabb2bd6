"""Redis messages that a match or a player has news, for the event loop of a process."""

import asyncio
import logging
from collections.abc import Callable, Sequence, Set
from contextlib import suppress

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from events.work.breaker import PAUSE_SECONDS
from events.work.publish import CHANNEL, SIGNED_OUT, TURNS
from events.work.redis_clients import redis_async_client

log = logging.getLogger(__name__)

HEALTH_SECONDS = 10
CONNECT_SECONDS = 1.0


class Subscription:
    """One Redis subscription to exactly the channels of open streams; it reconnects by itself."""

    def __init__(
        self, *, channels: Callable[[], Set[str]], receive: Callable[[str, bytes], None]
    ) -> None:
        self._names = channels
        self._receive = receive
        self._channels: PubSub | None = None
        self.confirmed: set[str] = set()
        """The channels of which Redis has confirmed the subscription: it counts this process."""

    async def listen(self) -> None:
        """Call `receive` for every message, for ever; while Redis is down, only reconnect."""
        connected = True
        while True:
            try:
                async with self._redis() as client, client.pubsub() as channels:
                    await self._subscribe_to_all(channels)
                    connected = True
                    await self._pass_on(channels)
            except Exception as error:
                if connected:
                    log.warning("no Redis for stream news, streams rely on polls: %s", error)
                connected = False
            finally:
                self._channels = None
                self.confirmed.clear()
            await asyncio.sleep(PAUSE_SECONDS)

    async def begin(self, channels: Sequence[str]) -> None:
        """Subscribe to more channels."""
        names = [CHANNEL + channel for channel in channels]
        await self._send(lambda pubsub: pubsub.subscribe(*names))

    async def end(self, channels: Sequence[str]) -> None:
        """Unsubscribe from channels."""
        self.confirmed.difference_update(channels)
        names = [CHANNEL + channel for channel in channels]
        await self._send(lambda pubsub: pubsub.unsubscribe(*names))

    def _redis(self) -> "Redis":
        return redis_async_client(
            settings.REDIS_URL,
            protocol=2,  # with 3 the client formats every message for its debug log
            socket_connect_timeout=CONNECT_SECONDS,
            health_check_interval=HEALTH_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    async def _subscribe_to_all(self, channels: PubSub) -> None:
        done: set[str] = set()
        await channels.subscribe(CHANNEL + SIGNED_OUT, CHANNEL + TURNS)
        while missing := self._names() - done:
            await channels.subscribe(*(CHANNEL + subject for subject in missing))
            done |= missing
        self._channels = channels

    async def _pass_on(self, channels: PubSub) -> None:
        while True:
            received = await channels.get_message(timeout=HEALTH_SECONDS)
            if received is None or received["type"] == "pong":
                continue
            channel = received["channel"].decode().removeprefix(CHANNEL)
            if received["type"] == "subscribe":
                self.confirmed.add(channel)
            elif received["type"] == "unsubscribe":
                self.confirmed.discard(channel)
            else:
                self._receive(channel, received["data"])

    async def _send(self, command: Callable[[PubSub], object]) -> None:
        if self._channels is not None:
            with suppress(RedisError, OSError):  # the listener notices and reconnects
                await command(self._channels)  # type: ignore[misc]
