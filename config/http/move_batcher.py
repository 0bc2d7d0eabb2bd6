"""The move batcher: plays all waiting moves of different matches together (api/move_batch.py).

Its threads do nothing else. Requests that it cannot answer go to the WSGI bridge, like all others.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from threading import Condition, Thread
from typing import Any, NamedTuple, Protocol

from django.db import close_old_connections

from api.http.throttling import RATE_STATUSES
from api.move_batch import BatchOutcome, BatchRequest, Headers, request_read, requests_play
from config.http.wsgi_bridge import (
    ClientGone,
    Receive,
    Response,
    Scope,
    Send,
    environ,
    headers_encode,
    read_body,
    response_send,
)
from events.idempotency import KeyedResponse

log = logging.getLogger(__name__)

MOST_TOGETHER = 64
GATHER_SECONDS = 0.001
"""How long to wait for each further move, until the batch is as large as the last one."""


class Queue(Protocol):
    """Plays moves together with others that wait."""

    async def outcome(self, request: BatchRequest) -> BatchOutcome | None:
        """Play a move and return its outcome; None if its batch failed and changed nothing."""
        ...


class Bridge(Protocol):
    """Answers every request from the ordinary view."""

    async def answer(self, environ: dict[str, Any]) -> Response:
        """Return the view's response."""
        ...


class MoveBatcher:
    """An ASGI application for `POST …/moves`; requests that cannot be batched go to the bridge."""

    def __init__(self, bridge: Bridge, queue: Queue, *, body_limit: int) -> None:
        self._bridge = bridge
        self._queue = queue
        self._body_limit = body_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        await response_send(send, await self.answer(environ(scope, body), body))

    async def answer(self, environ: dict[str, Any], body: bytes) -> Response:
        """Return the response to a request with this body."""
        if request := request_read(environ, body):
            outcome = await self._queue.outcome(request)
            if outcome and outcome.answer:
                return _response(outcome.answer, outcome.headers)
            if outcome:
                environ[RATE_STATUSES] = outcome.rates
        return await self._bridge.answer(environ)


class _QueuedMove(NamedTuple):
    request: BatchRequest
    future: "asyncio.Future[BatchOutcome | None]"


class MoveQueue:
    """The queue of moves and the threads that play them, one move of a match at a time."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._queue: deque[_QueuedMove] = deque()
        self._busy: set[str] = set()
        self._last_size = 1
        self._changed = Condition()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def outcome(self, request: BatchRequest) -> BatchOutcome | None:
        """Queue a move and return its outcome; None if its batch failed and changed nothing."""
        if self._loop is None:
            self._start_threads(asyncio.get_running_loop())
        future: asyncio.Future[BatchOutcome | None] = asyncio.get_running_loop().create_future()
        with self._changed:
            self._queue.append(_QueuedMove(request, future))
            self._changed.notify()
        return await future

    def _start_threads(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        for number in range(self._threads):
            Thread(target=self._run, name=f"moves-{number}", daemon=True).start()

    def _run(self) -> None:
        assert self._loop
        while True:
            with self._changed:
                self._changed.wait_for(self._has_playable)
                self._wait_for_more()
                batch = self._take_batch()
            if not batch:  # another thread took them
                continue
            self._last_size = len(batch)
            close_old_connections()
            outcomes = batch_play([one.request for one in batch])
            close_old_connections()
            with self._changed:
                self._busy.difference_update(one.request.wanted.match for one in batch)
                self._changed.notify()
            self._loop.call_soon_threadsafe(_set_results, batch, outcomes)

    def _has_playable(self) -> bool:
        return any(one.request.wanted.match not in self._busy for one in self._queue)

    def _wait_for_more(self) -> None:
        """Wait for more moves: clients answered together send their next moves almost together."""
        there = 0
        while there < len(self._queue) < self._last_size:
            there = len(self._queue)
            self._changed.wait(GATHER_SECONDS)

    def _take_batch(self) -> list[_QueuedMove]:
        """Take as many moves as may be played together, in order of arrival."""
        batch: list[_QueuedMove] = []
        left: deque[_QueuedMove] = deque()
        for one in self._queue:
            match = one.request.wanted.match
            if match in self._busy or len(batch) == MOST_TOGETHER:
                left.append(one)
            else:
                self._busy.add(match)
                batch.append(one)
        self._queue = left
        return batch


def batch_play(requests: Sequence[BatchRequest]) -> Sequence[BatchOutcome | None]:
    """Play moves of different matches and return their outcomes; None for all if any fails."""
    try:
        return requests_play(requests)
    except Exception as error:
        log.warning("%s moves go to the ordinary view: %s", len(requests), error)
        return [None] * len(requests)


def _set_results(batch: Sequence[_QueuedMove], outcomes: Sequence[BatchOutcome | None]) -> None:
    for one, outcome in zip(batch, outcomes, strict=True):
        if not one.future.done():  # its client may have disconnected
            one.future.set_result(outcome)


def _response(answer: KeyedResponse, headers: Headers) -> Response:
    length = (b"content-length", str(len(answer.body)).encode())
    return Response(answer.status, [*headers_encode(headers.items()), length], answer.body)
