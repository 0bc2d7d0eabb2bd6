"""A network that fails: requests and answers on their way to a server are cut, delayed, doubled.

A quarter of all requests meets a fault, drawn from a seed. Each request has its own connection.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Thread
from types import TracebackType
from typing import Self

SHARE = 0.25
"""How many requests meet a fault."""
FAULTS = ("request_cut", "answer_cut", "answer_half", "delayed", "doubled", "doubled_later")
LONGEST_DELAY = 0.05
"""Seconds by which a request and its answer are delayed, at most."""
LONGEST_STREAM = 20_000
"""Bytes after which a stream is cut, at most."""
CHUNK = 1 << 16

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class FaultProxy:
    """Passes HTTP on to a port, by default of this machine, with faults, until it is left."""

    def __init__(
        self,
        port: int,
        seed: int = 0,
        share: float = SHARE,
        is_lost: Callable[[bytes], bool] = lambda request: False,
        host: str = "127.0.0.1",
    ) -> None:
        self._host, self._port = host, port
        self._is_lost = is_lost
        """Whether the answer to a request is lost; the request still reaches the server."""
        self._random = Random(seed)
        self._share = share
        self.faults: Counter[str] = Counter()
        """How often each fault has happened; `none` among them."""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        starting = asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        for task in (running := [*self._tasks]):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._keep(asyncio.ensure_future(self._serve((reader, writer))))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, near: Streams) -> None:
        """Answer the one request of a connection."""
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._pass_on(await _request(near[0]), near)
        finally:
            _cut(near)

    async def _pass_on(self, request: bytes, near: Streams) -> None:
        fault = self._drawn()
        self.faults[fault] += 1
        most, delay = None, self._random.uniform(0, LONGEST_DELAY)
        if fault == "request_cut":
            return
        if fault == "delayed":
            await asyncio.sleep(delay)
        if fault == "doubled":
            self._keep(asyncio.ensure_future(self._again(request, 0)))
        if self._is_lost(request) or fault == "answer_cut":
            most = 0
        if fault == "answer_half":
            most = self._random.randrange(LONGEST_STREAM if b"/stream " in request else 1000)
        far = await self._connected(request)
        try:
            await _pipe(far[0], near[1], most)
            if fault == "delayed":
                await asyncio.sleep(delay)
        finally:
            _cut(far)
        if fault == "doubled_later":
            self._keep(asyncio.ensure_future(self._again(request, delay)))

    def _drawn(self) -> str:
        return self._random.choice(FAULTS) if self._random.random() < self._share else "none"

    async def _connected(self, request: bytes) -> Streams:
        """A connection to the server on which a request was sent."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(request)
        return reader, writer

    async def _again(self, request: bytes, delay: float) -> None:
        """Send a request once more; its answer goes to nobody."""
        with suppress(OSError):
            await asyncio.sleep(delay)
            far = await self._connected(request)
            with suppress(OSError):
                await far[0].read(CHUNK)
            _cut(far)


async def _request(reader: asyncio.StreamReader) -> bytes:
    """A whole request, changed so that the server closes the connection after its answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
    body = await reader.readexactly(int(length[1])) if length else b""
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join((lines[0], b"Connection: close", *lines[1:])) + body


async def _pipe(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None
) -> None:
    """Pass bytes on until they end, or until there were so many, of which the last are lost."""
    passed = 0
    while some := await reader.read(CHUNK):
        if most is not None:
            some = some[: most - passed]
        writer.write(some)
        await writer.drain()
        passed += len(some)
        if passed == most:
            return


def _cut(streams: Streams) -> None:
    """Close; what was written is still sent."""
    streams[1].close()
