"""How requests reach the server: awaited, or in the calling thread.

Everything above is written once, as coroutines. With `ThreadTransport` they never suspend, so that
`finished` runs them without an event loop.
"""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Coroutine
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

import httpx

from .errors import Unreachable

T = TypeVar("T")
SILENCE = 40.0
"""Seconds without a byte after which a stream is broken: the server sends a comment every 15."""


class Answer(NamedTuple):
    """A response, read to its end."""

    status: int
    headers: httpx.Headers
    body: bytes


class Transport(Protocol):
    """Sends requests; raises Unreachable where no whole answer comes."""

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Answer: ...

    def lines(self, url: str, headers: dict[str, str]) -> AsyncIterator[Answer | str]:
        """The answer without its body, then its lines; only the answer if its status is not 200."""
        ...

    async def sleep(self, seconds: float) -> None: ...

    async def close(self) -> None: ...


class AsyncTransport:
    """For asyncio."""

    def __init__(self) -> None:
        self._client = httpx.AsyncClient(verify=_tls())

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Answer:
        try:
            got = await self._client.request(
                method, url, headers=headers, content=body, timeout=timeout
            )
        except httpx.TransportError as e:
            raise Unreachable(repr(e)) from e
        return Answer(got.status_code, got.headers, got.content)

    async def lines(self, url: str, headers: dict[str, str]) -> AsyncIterator[Answer | str]:
        try:
            async with self._client.stream("GET", url, headers=headers, timeout=SILENCE) as got:
                streams = got.status_code == httpx.codes.OK
                yield Answer(got.status_code, got.headers, b"" if streams else await got.aread())
                if streams:
                    async for line in got.aiter_lines():
                        yield line
        except httpx.TransportError as e:
            raise Unreachable(repr(e)) from e

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        await self._client.aclose()


class ThreadTransport:
    """For the calling thread, which waits."""

    def __init__(self) -> None:
        self._client = httpx.Client(verify=_tls())

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Answer:
        try:
            got = self._client.request(method, url, headers=headers, content=body, timeout=timeout)
        except httpx.TransportError as e:
            raise Unreachable(repr(e)) from e
        return Answer(got.status_code, got.headers, got.content)

    async def lines(self, url: str, headers: dict[str, str]) -> AsyncIterator[Answer | str]:
        try:
            with self._client.stream("GET", url, headers=headers, timeout=SILENCE) as got:
                streams = got.status_code == httpx.codes.OK
                yield Answer(got.status_code, got.headers, b"" if streams else got.read())
                if streams:
                    for line in got.iter_lines():
                        yield line
        except httpx.TransportError as e:
            raise Unreachable(repr(e)) from e

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def close(self) -> None:
        self._client.close()


@cache
def _tls() -> ssl.SSLContext:
    """One for all clients: reading the certificates takes long."""
    return httpx.create_ssl_context()


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never suspends."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise RuntimeError("this needs an event loop: use AsyncGobelet")
