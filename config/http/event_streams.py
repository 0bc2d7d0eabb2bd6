"""Server-Sent Events: opened by the Django application, then written from the event loop.

A client that may not have a stream gets the application's response. For others the view passes a
`Watch` through the `Handover`, and only the head of its response is sent before the stream.
"""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing

from api.metrics import stream_count
from config.http.wsgi_bridge import (
    ClientGone,
    Message,
    Receive,
    Response,
    Scope,
    Send,
    WsgiApp,
    call,
    environ,
    read_body,
)
from events.streams.handover import Handover
from events.streams.hub import Hub
from events.streams.watch import Watch


class Streams:
    """An ASGI application for streams; its first request creates the hub in its event loop."""

    def __init__(self, app: WsgiApp, *, body_limit: int) -> None:
        self._app = app
        self._body_limit = body_limit
        self._hub: Hub | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request and write its stream until the stream ends."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        hub = self._hub = self._hub or Hub()
        handover = Handover(hub)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(hub.threads, self._open, scope, body, handover)
        if handover.watch is None:
            await send(_start(answer))
            await send({"type": "http.response.body", "body": answer.body})
            return
        try:
            await send(_start(answer, without=(b"content-length",)))
            with stream_count(type(handover.watch).__name__):
                await self._stream(hub, handover.watch, receive, send)
        finally:
            hub.leave(handover.watch)

    async def close(self) -> None:
        """End every stream at once."""
        if self._hub is not None:
            await self._hub.close()

    def _open(self, scope: Scope, body: bytes, handover: Handover) -> Response:
        variables = environ(scope, body)
        if scope["method"] == "GET":
            variables[Handover.NAME] = handover
        return call(self._app, variables)

    async def _stream(self, hub: Hub, watch: Watch, receive: Receive, send: Send) -> None:
        disconnected = asyncio.ensure_future(receive())
        try:
            async with aclosing(hub.follow(watch, disconnected)) as texts:
                async for text in texts:
                    await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            disconnected.cancel()


def _start(answer: Response, without: Iterable[bytes] = ()) -> Message:
    headers = [(name, value) for name, value in answer.headers if name not in without]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
