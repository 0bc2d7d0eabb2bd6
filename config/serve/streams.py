"""Streams: opened by the same application as everything else, then written from the event loop.

Whoever may not have a stream gets the application's answer. For the others its view hands over what
they watch, and its answer is only the beginning.
"""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing

from api.metrics import stream_counted
from config.serve.bridge import (
    Answer,
    ClientGone,
    Message,
    Receive,
    Scope,
    Send,
    WsgiApp,
    call,
    environ,
    read_body,
)
from events.streams.door import Door
from events.streams.hub import Hub
from events.streams.watch import Watch


class Streams:
    """An ASGI application; its hub is made in the event loop that it first answers in."""

    def __init__(self, app: WsgiApp, *, body_limit: int) -> None:
        self._app = app
        self._body_limit = body_limit
        self._hub: Hub | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, however long that takes."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        hub = self._hub = self._hub or Hub()
        door = Door(hub)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(hub.threads, self._open, scope, body, door)
        if door.watch is None:
            await send(_start(answer))
            await send({"type": "http.response.body", "body": answer.body})
            return
        try:
            await send(_start(answer, without=(b"content-length",)))
            with stream_counted(type(door.watch).__name__):
                await self._stream(hub, door.watch, receive, send)
        finally:
            hub.leave(door.watch)

    async def close(self) -> None:
        """End every stream at once."""
        if self._hub is not None:
            await self._hub.close()

    def _open(self, scope: Scope, body: bytes, door: Door) -> Answer:
        asked = environ(scope, body)
        if scope["method"] == "GET":
            asked[Door.NAME] = door
        return call(self._app, asked)

    async def _stream(self, hub: Hub, watch: Watch, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(receive())
        try:
            async with aclosing(hub.follow(watch, gone)) as texts:
                async for text in texts:
                    await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()


def _start(answer: Answer, without: Iterable[bytes] = ()) -> Message:
    headers = [(name, value) for name, value in answer.headers if name not in without]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
