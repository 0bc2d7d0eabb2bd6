"""Word from Redis that a match or a player has news, for the one event loop of a process."""

import asyncio
import logging
from collections.abc import Callable, Set
from contextlib import suppress

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from events.announce import CHANNEL, REDIS_SECONDS
from events.pause import PAUSE_SECONDS

log = logging.getLogger(__name__)

HEALTH_SECONDS = 10


class News:
    """One subscription, to what is followed here and nothing else; it comes back by itself."""

    def __init__(self, *, followed: Callable[[], Set[str]], stir: Callable[[str], None]) -> None:
        self._followed = followed
        self._stir = stir
        self._channels: PubSub | None = None

    async def listen(self) -> None:
        """Pass on what is heard, for ever; while Redis is away, nothing."""
        heard_before = True
        while True:
            try:
                async with self._redis() as client, client.pubsub() as channels:
                    await self._subscribe_to_all(channels)
                    heard_before = True
                    await self._pass_on(channels)
            except Exception as error:
                if heard_before:
                    log.warning("no Redis to hear news from, streams poll for them: %s", error)
                heard_before = False
            finally:
                self._channels = None
            await asyncio.sleep(PAUSE_SECONDS)

    async def begin(self, subject: str) -> None:
        """Hear of this one too."""
        await self._tell(lambda channels: channels.subscribe(CHANNEL + subject))

    async def end(self, subject: str) -> None:
        """Hear no more of this one."""
        await self._tell(lambda channels: channels.unsubscribe(CHANNEL + subject))

    def _redis(self) -> "Redis":
        return Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=REDIS_SECONDS,
            health_check_interval=HEALTH_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )

    async def _subscribe_to_all(self, channels: PubSub) -> None:
        done: set[str] = set()
        await channels.subscribe(CHANNEL)  # so that there is something to wait for
        while missing := self._followed() - done:
            await channels.subscribe(*(CHANNEL + subject for subject in missing))
            done |= missing
        self._channels = channels

    async def _pass_on(self, channels: PubSub) -> None:
        while True:
            heard = await channels.get_message(
                ignore_subscribe_messages=True, timeout=HEALTH_SECONDS
            )
            if heard is not None:
                self._stir(heard["channel"].decode().removeprefix(CHANNEL))

    async def _tell(self, command: Callable[[PubSub], object]) -> None:
        if self._channels is not None:
            with suppress(RedisError, OSError):  # the listener finds out and begins anew
                await command(self._channels)  # type: ignore[misc]
