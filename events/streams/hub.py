"""All open streams of a process: who is told that there is news, and what is read for whom.

A word from Redis or a poll only marks streams as stale. Those that are ready, which means that
their clients have taken what they were sent before, are then looked after together, subject by
subject, in a few threads that keep their database connections. So an idle stream holds none, a slow
client delays nobody, and nothing piles up for it.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from events.refusals import TooMany, Unavailable
from events.streams.news import News
from events.streams.text import KEEP_ALIVE
from events.streams.watch import OVER, Look, Watch, signed_out

log = logging.getLogger(__name__)

POLLS_PER_TOKEN_CHECK = 10
RETRY_SECONDS = 30


class _Follower:
    """A stream as the hub has it: stale or not, and ready while it waits to be told something."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.stale = True
        self._told: deque[Look] = deque()
        self._waiting: asyncio.Future[None] | None = None

    @property
    def ready(self) -> bool:
        """Whether its client has taken everything; so at most one look is ever kept for it."""
        return self._waiting is not None and not self._told

    def tell(self, look: Look) -> None:
        """What there was; nothing is no news."""
        self.stale |= look.more
        if look.text or look.over:
            self._told.append(look)
            if self._waiting and not self._waiting.done():
                self._waiting.set_result(None)

    async def wait(self, gone: asyncio.Future[Any], ask: Callable[[], None]) -> Look:
        """The next thing to send, for which it may `ask`; a sign of life when there is none."""
        self._waiting = asyncio.get_running_loop().create_future()
        if self.stale:
            ask()
        if not self._told:
            await asyncio.wait(
                {self._waiting, gone},
                timeout=settings.STREAM_KEEP_ALIVE_SECONDS,
                return_when=asyncio.FIRST_COMPLETED,
            )
        self._waiting = None
        return self._told.popleft() if self._told else Look(KEEP_ALIVE)


class Hub:
    """Of one process; made and used in its event loop, except where threads are spoken of."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(settings.STREAM_THREADS, thread_name_prefix="streams")
        self._followers: dict[str, set[_Follower]] = {}
        self._looked_after: set[str] = set()
        self._news = News(followed=self._followers.keys, stir=self.stir)
        self._chores: set[asyncio.Task[Any]] = set()
        self._open: Counter[str] = Counter()
        self._counting = Lock()
        self._closed = False
        self._do(self._news.listen())
        self._do(self._poll())

    def admit(self, watch: Watch) -> None:
        """Count one more stream, or refuse it; from any thread, and followed by `leave`."""
        with self._counting:
            if self._open.total() >= settings.STREAMS_PER_PROCESS:
                raise Unavailable("streams_full", wait=RETRY_SECONDS)
            if self._open[watch.account] >= settings.STREAMS_PER_ACCOUNT:
                raise TooMany("too_many_streams", wait=RETRY_SECONDS)
            self._open[watch.account] += 1

    def leave(self, watch: Watch) -> None:
        """That stream has ended."""
        with self._counting:
            self._open[watch.account] -= 1
            if not self._open[watch.account]:
                del self._open[watch.account]

    async def follow(self, watch: Watch, gone: asyncio.Future[Any]) -> AsyncGenerator[bytes, None]:
        """What to send, as it comes, until the end or until the client has `gone`."""
        follower = _Follower(watch)
        await self._begin(follower)
        try:
            while not self._closed:
                look = await follower.wait(gone, ask=partial(self._look_after, watch.subject))
                if gone.done():
                    return
                yield look.text
                if look.over:
                    return
        finally:
            self._end(follower)

    def stir(self, subject: str) -> None:
        """There may be news of this one."""
        for follower in self._followers.get(subject, ()):
            follower.stale = True
        self._look_after(subject)

    async def close(self) -> None:
        """End every stream, also those about to begin, and let nothing go on in this loop."""
        self._closed = True
        for follower in self._everybody():
            follower.tell(OVER)
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)

    async def _begin(self, follower: _Follower) -> None:
        subject = follower.watch.subject
        new = subject not in self._followers
        self._followers.setdefault(subject, set()).add(follower)
        if new:
            await self._news.begin(subject)

    def _end(self, follower: _Follower) -> None:
        subject = follower.watch.subject
        followers = self._followers[subject]
        followers.discard(follower)
        if not followers:
            del self._followers[subject]
            self._do(self._news.end(subject))

    def _look_after(self, subject: str) -> None:
        if subject not in self._looked_after:
            self._looked_after.add(subject)
            self._do(self._look(subject))

    async def _look(self, subject: str) -> None:
        """Look for every stream of a subject that is stale and ready, until there is none."""
        try:
            while stale := [f for f in self._followers.get(subject, ()) if f.stale and f.ready]:
                for follower in stale:
                    follower.stale = False
                watches = [follower.watch for follower in stale]
                looks = await self._read(type(watches[0]).look, subject, watches)
                for follower, look in zip(stale, looks, strict=True):
                    follower.tell(look)
        except DatabaseError as error:
            log.warning("no database to read news from, the next poll tries again: %s", error)
            for follower in stale:
                follower.stale = True
        except Exception:
            log.exception("the news of %s cannot be read; its streams end", subject)
            for follower in stale:
                follower.tell(OVER)
        finally:
            self._looked_after.discard(subject)

    async def _read(self, read: Callable[..., Any], *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, _with_database, read, *arguments)

    async def _poll(self) -> None:
        """Find what no word came of, for all streams together, every few seconds."""
        polls = 0
        while True:
            await asyncio.sleep(settings.STREAM_POLL_SECONDS)
            polls += 1
            try:
                await self._look_for_the_late()
                if polls % POLLS_PER_TOKEN_CHECK == 0:
                    await self._end_the_signed_out()
            except DatabaseError as error:
                log.warning("no database to look for news in: %s", error)
            except Exception:
                log.exception("streams could not be polled for; the next poll tries again")

    async def _look_for_the_late(self) -> None:
        kinds: dict[type[Watch], list[Watch]] = {}
        for follower in self._everybody():
            if follower.stale:
                self._look_after(follower.watch.subject)
            else:
                kinds.setdefault(type(follower.watch), []).append(follower.watch)
        for kind, watches in kinds.items():
            for subject in await self._read(kind.behind, watches):
                self.stir(subject)

    async def _end_the_signed_out(self) -> None:
        everybody = self._everybody()
        gone = await self._read(signed_out, [follower.watch for follower in everybody])
        for follower in everybody:
            if follower.watch in gone:
                follower.tell(OVER)

    def _everybody(self) -> Sequence[_Follower]:
        return [follower for some in self._followers.values() for follower in some]

    def _do(self, work: Any) -> None:
        chore = asyncio.get_running_loop().create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)


def _with_database(read: Callable[..., Any], *arguments: Any) -> Any:
    """Outside of requests nobody else replaces a connection that has died."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()
