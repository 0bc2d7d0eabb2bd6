"""Moves by the express way: whatever moves are waiting are played together (api/express.py).

A thread does nothing else. What it does not answer goes to the bridge, like all other requests.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from threading import Condition, Thread
from typing import NamedTuple

from django.db import close_old_connections

from api.express import Outcome, Request, play, read
from api.limits import COUNTED
from config.serve.bridge import (
    Answer,
    ClientGone,
    Receive,
    Scope,
    Send,
    WsgiBridge,
    answered,
    encoded,
    environ,
    read_body,
)
from config.serve.paced import paced

log = logging.getLogger(__name__)

MOST_TOGETHER = 64
GATHER_SECONDS = 0.001
"""How long one more is waited for, until there are as many as the last time."""


class Express:
    """An ASGI application for the moves of matches, and for what only looks like one."""

    def __init__(self, bridge: WsgiBridge, *, threads: int, body_limit: int) -> None:
        self._bridge = bridge
        self._body_limit = body_limit
        self._lanes = Lanes(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        asked = environ(scope, body)
        if request := read(asked, body):
            outcome = await self._lanes.outcome(request)
            if outcome and outcome.played:
                await answered(send, _answer(outcome))
                return
            if outcome:
                asked[COUNTED] = outcome.standings
        await answered(send, await self._bridge.answer(asked))


class _Waiting(NamedTuple):
    request: Request
    future: "asyncio.Future[Outcome | None]"


class Lanes:
    """The moves that wait, and the threads that take them, one of a match at a time."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._waiting: deque[_Waiting] = deque()
        self._busy: set[str] = set()
        self._last = 1
        self._change = Condition()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def outcome(self, request: Request) -> Outcome | None:
        """What came of a move; None if something went wrong and nothing was done."""
        if self._loop is None:
            self._begin(asyncio.get_running_loop())
        future: asyncio.Future[Outcome | None] = asyncio.get_running_loop().create_future()
        with self._change:
            self._waiting.append(_Waiting(request, future))
            self._change.notify()
        return await future

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        for number in range(self._threads):
            Thread(target=self._run, name=f"express-{number}", daemon=True).start()

    def _run(self) -> None:
        assert self._loop
        while True:
            with self._change:
                self._change.wait_for(self._can_begin)
                self._gather()
                taken = self._taken()
            if not taken:  # another thread was quicker
                continue
            self._last = len(taken)
            close_old_connections()
            outcomes = played_together([one.request for one in taken])
            close_old_connections()
            with self._change:
                self._busy.difference_update(one.request.wanted.match for one in taken)
                self._change.notify()
            self._loop.call_soon_threadsafe(_tell, taken, outcomes)

    def _can_begin(self) -> bool:
        return any(one.request.wanted.match not in self._busy for one in self._waiting)

    def _gather(self) -> None:
        """Whose answers went out together move again together, or nearly so."""
        there = 0
        while there < len(self._waiting) < self._last:
            there = len(self._waiting)
            self._change.wait(GATHER_SECONDS)

    def _taken(self) -> list[_Waiting]:
        """As many as may be played together, in the order of their coming."""
        taken: list[_Waiting] = []
        left: deque[_Waiting] = deque()
        for one in self._waiting:
            match = one.request.wanted.match
            if match in self._busy or len(taken) == MOST_TOGETHER:
                left.append(one)
            else:
                self._busy.add(match)
                taken.append(one)
        self._waiting = left
        return taken


def played_together(requests: Sequence[Request]) -> Sequence[Outcome | None]:
    """What came of moves of different matches; None of all of them if anything went wrong."""
    try:
        with paced():
            return play(requests)
    except Exception as error:
        log.warning("%s moves go the ordinary way: %s", len(requests), error)
        return [None] * len(requests)


def _tell(taken: Sequence[_Waiting], outcomes: Sequence[Outcome | None]) -> None:
    for one, outcome in zip(taken, outcomes, strict=True):
        if not one.future.done():  # its client may have hung up
            one.future.set_result(outcome)


def _answer(outcome: Outcome) -> Answer:
    assert outcome.played
    status, body = outcome.played
    headers = encoded(outcome.headers.items())
    return Answer(status, [*headers, (b"content-length", str(len(body)).encode())], body)
