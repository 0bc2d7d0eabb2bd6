"""All open streams of a process: passes turns on to them, and reads other news for them.

A turn comes with what each viewer is shown, and goes straight to the streams that are up to date.
Any other message, and the poll, only mark streams as stale. Those that are ready, which means that
their clients have received everything sent before, are then read together, subject by subject, in a
few threads that keep their database connections. So an idle stream holds no connection, a slow
client delays no other, and little accumulates for it.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from events.errors import TooMany, Unavailable
from events.streams.leases import RENEW_SECONDS, lease_take, leases_release, leases_renew
from events.streams.sse import KEEP_ALIVE
from events.streams.subscription import Subscription
from events.streams.watch import OVER, Look, Watch, batches, signed_out_of
from events.work.publish import SIGNED_OUT, TURNS, streams_attach, turns_decode

log = logging.getLogger(__name__)

POLLS_PER_TOKEN_CHECK = 10
MOST_PENDING = 8
"""Turns that wait for a slow client; beyond these it gets one look at all that is new."""
RETRY_SECONDS = 30


class _Follower:
    """An open stream: stale if there may be news, ready while it waits for something to send."""

    def __init__(self, watch: Watch, gone: asyncio.Future[Any]) -> None:
        self.watch = watch
        self._gone = gone
        gone.add_done_callback(self._wake)
        self.stale = True
        self.is_read = False
        """Whether a thread is looking for it now."""
        self._pending: deque[Look] = deque()
        self._waiting: asyncio.Future[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether the client has received everything; so at most one look is ever pending."""
        return self._waiting is not None and not self._pending

    def push(self, look: Look) -> None:
        """Wake the stream with a look; an empty one is ignored."""
        self.stale |= look.more
        if look.text or look.over:
            self._pending.append(look)
            self._wake()

    def take(self, content: bytes) -> None:
        """Send what a message brings, or become stale if it does not follow on what was sent."""
        if self.stale or self.is_read or len(self._pending) >= MOST_PENDING:
            self.stale = True
            return
        look = self.watch.take(content)
        if look is None:
            self.stale = True
        else:
            self.push(look)

    async def wait(self, refresh: Callable[[], None]) -> Look:
        """Return the next look to send, or a keep-alive; calls `refresh` if the stream is stale."""
        loop = asyncio.get_running_loop()
        self._waiting = loop.create_future()
        if self.stale:
            refresh()
        if not self._pending and not self._gone.done():
            timer = loop.call_later(settings.STREAM_KEEP_ALIVE_SECONDS, self._wake)
            await self._waiting
            timer.cancel()
        self._waiting = None
        return self._pending.popleft() if self._pending else Look(KEEP_ALIVE)

    def _wake(self, _: object = None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """The streams of one process; only `admit` and `leave` may be called outside its event loop."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(settings.STREAM_THREADS, thread_name_prefix="streams")
        self._followers: dict[str, set[_Follower]] = {}
        self._being_read: set[str] = set()
        self._all: set[_Follower] = set()
        self._loop = asyncio.get_running_loop()
        self._subscription = Subscription(channels=self._followers.keys, receive=self._receive)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._admitted: set[Watch] = set()
        self._open: Counter[str] = Counter()
        self._ended: list[Watch] = []
        self._count_lock = Lock()
        self._closed = False
        self._spawn(self._subscription.listen())
        self._spawn(self._poll())
        self._spawn(self._renew_leases())
        streams_attach(self)

    def admit(self, watch: Watch) -> None:
        """Count one more stream, or raise if too many are open; thread-safe, pair with `leave`."""
        quotas = quotas_of(watch)
        with self._count_lock:
            if len(self._admitted) >= settings.STREAMS_PER_PROCESS:
                raise Unavailable("streams_full", wait=RETRY_SECONDS)
            if any(self._open[name] >= most for name, most in quotas.items()):
                raise TooMany("too_many_streams", wait=RETRY_SECONDS)
            self._admitted.add(watch)
            self._open.update(watch.counted)
        if not lease_take(watch, quotas):
            self._stop_counting(watch)
            raise TooMany("too_many_streams", wait=RETRY_SECONDS)

    def leave(self, watch: Watch) -> None:
        """Stop counting a stream that was admitted; thread-safe."""
        self._stop_counting(watch)
        with self._count_lock:
            self._ended.append(watch)
        self.threads.submit(self._release_ended)

    async def follow(self, watch: Watch, gone: asyncio.Future[Any]) -> AsyncGenerator[bytes, None]:
        """Yield what to send until the stream ends or the client is `gone`."""
        follower = _Follower(watch, gone)
        await self._begin(follower)
        try:
            while not self._closed:
                look = await follower.wait(refresh=partial(self._schedule_look, watch.subject))
                if gone.done():
                    return
                yield look.text
                if look.over:
                    return
        finally:
            self._end(follower)

    def has_channel(self, channel: str) -> bool:
        """Whether a stream of this process is subscribed to a channel; thread-safe."""
        return channel in self._followers

    def is_counted(self, channel: str) -> bool:
        """Whether Redis counts this process among a channel's subscribers; thread-safe."""
        return channel in self._followers and channel in self._subscription.confirmed

    def deliver(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Pass channels with their contents to the streams; thread-safe."""
        with suppress(RuntimeError):  # the loop may be closing
            self._loop.call_soon_threadsafe(self._deliver, messages)

    def _deliver(self, messages: Sequence[tuple[str, bytes]]) -> None:
        for channel, content in messages:
            followers = self._followers.get(channel, ())
            for follower in followers:
                if content:
                    follower.take(content)
                else:
                    follower.stale = True
            for subject in {one.watch.subject for one in followers if one.stale}:
                self._schedule_look(subject)

    def _receive(self, channel: str, data: bytes) -> None:
        """Handle a message from Redis."""
        if channel == SIGNED_OUT:
            self._spawn(self._end_signed_out(data.decode()))
        elif channel == TURNS:
            self._deliver(turns_decode(data))
        else:
            self._deliver([(channel, b"")])

    def mark_stale(self, subject: str) -> None:
        """Mark the streams of a subject as stale and read its news."""
        self._deliver([(subject, b"")])

    async def close(self) -> None:
        """End every stream, also those about to begin, and cancel all tasks in this loop."""
        self._closed = True
        for follower in list(self._all):
            follower.push(OVER)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _stop_counting(self, watch: Watch) -> None:
        with self._count_lock:
            self._admitted.discard(watch)
            for name in watch.counted:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]

    def _release_ended(self) -> None:
        """Release the leases of all streams that have ended, with one round trip."""
        with self._count_lock:
            ended, self._ended = self._ended, []
        leases_release(ended)

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            # In parts, so that neither Redis nor this process is busy for long at once.
            for some in batches([watch for watch in list(self._admitted) if quotas_of(watch)]):
                await self._loop.run_in_executor(self.threads, leases_renew, some)

    async def _begin(self, follower: _Follower) -> None:
        self._all.add(follower)
        channels = follower.watch.channels
        new = [channel for channel in channels if channel not in self._followers]
        for channel in channels:
            self._followers.setdefault(channel, set()).add(follower)
        if new:
            await self._subscription.begin(new)

    def _end(self, follower: _Follower) -> None:
        self._all.discard(follower)
        ended = []
        for channel in follower.watch.channels:
            self._followers[channel].discard(follower)
            if not self._followers[channel]:
                del self._followers[channel]
                ended.append(channel)
        if ended:
            self._spawn(self._subscription.end(ended))

    def _schedule_look(self, subject: str) -> None:
        if subject not in self._being_read:
            self._being_read.add(subject)
            self._spawn(self._look(subject))

    async def _look(self, subject: str) -> None:
        """Read for the streams of a subject that are stale and ready, until there are none."""
        stale: list[_Follower] = []
        try:
            while stale := [f for f in self._followers.get(subject, ()) if f.stale and f.ready]:
                for follower in stale:
                    follower.stale, follower.is_read = False, True
                watches = [follower.watch for follower in stale]
                looks = await self._read(type(watches[0]).look, subject, watches)
                for follower, look in zip(stale, looks, strict=True):
                    follower.is_read = False
                    follower.push(look)
        except DatabaseError as error:
            log.warning("no database for stream news, retrying at the next poll: %s", error)
            for follower in stale:
                follower.stale = True
        except Exception:
            log.exception("the news of %s cannot be read, closing its streams", subject)
            for follower in stale:
                follower.push(OVER)
        finally:
            self._being_read.discard(subject)
            for follower in stale:
                follower.is_read = False

    async def _read(self, read: Callable[..., Any], *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, _with_database, read, *arguments)

    async def _poll(self) -> None:
        """Find news without a Redis message, every few seconds for all streams together."""
        polls = 0
        while True:
            await asyncio.sleep(settings.STREAM_POLL_SECONDS)
            polls += 1
            try:
                await self._mark_missed()
                if polls % POLLS_PER_TOKEN_CHECK == 0:
                    await self._end_signed_out()
            except DatabaseError as error:
                log.warning("no database to poll for stream news: %s", error)
            except Exception:
                log.exception("polling for stream news failed, retrying at the next poll")

    async def _mark_missed(self) -> None:
        """Mark the subjects with news for which no Redis message arrived."""
        kinds: dict[type[Watch], list[Watch]] = {}
        for follower in list(self._all):
            if follower.stale:
                self._schedule_look(follower.watch.subject)
            else:
                kinds.setdefault(type(follower.watch), []).append(follower.watch)
        for kind, watches in kinds.items():
            for subject in await self._read(kind.behind, watches):
                self.mark_stale(subject)

    async def _end_signed_out(self, player: str | None = None) -> None:
        """End the streams whose tokens are no longer valid, those of one player or all."""
        followers = [one for one in self._all if player in (None, one.watch.account)]
        gone = await self._read(signed_out_of, [follower.watch for follower in followers])
        for follower in followers:
            if follower.watch in gone:
                follower.push(OVER)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def quotas_of(watch: Watch) -> dict[str, int]:
    """Return the most streams of its account and address; all of a process's are no quota."""
    quotas = {
        watch.address: settings.STREAMS_PER_ADDRESS,
        watch.account: settings.STREAMS_PER_ACCOUNT,
    }
    return {name: most for name, most in quotas.items() if most < settings.STREAMS_PER_PROCESS}


def _with_database(read: Callable[..., Any], *arguments: Any) -> Any:
    """Call `read` with live connections: outside of requests, Django does not replace dead ones."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()
