"""A WSGI application inside an ASGI server, for answers that are made at once.

Sync views run several times faster this way than through Django's own ASGI handler: one hop to a
thread and back, nothing else (docs/adr/0006-web-server.md). Bodies are held in memory both ways, so
this is not for streams.
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

Message = Mapping[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]
WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# A client that is still sending does not read our refusal: hear it out, but not for ever.
HEARD_OUT = 32 * 1024 * 1024


class Answer(NamedTuple):
    """A whole response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class ClientGone(Exception):
    """The client closed the connection before its request was complete."""


class WsgiBridge:
    """An ASGI application that answers from a WSGI one in a bounded pool of threads."""

    def __init__(self, app: WsgiApp, *, threads: int, body_limit: int) -> None:
        self._app = app
        self._body_limit = body_limit
        # Threads live on, so each keeps its own database connection.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="wsgi")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        await answered(send, await self.answer(environ(scope, body)))

    async def answer(self, environ: dict[str, Any]) -> Answer:
        """What the application says."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, call, self._app, environ)


async def answered(send: Send, answer: Answer) -> None:
    """Send a whole answer; one that never has a body says nothing of its length (RFC 9110)."""
    headers = answer.headers
    if answer.status in (204, 304):
        headers = [(name, value) for name, value in headers if name != b"content-length"]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def read_body(receive: Receive, *, limit: int) -> bytes:
    """The request's body; of one above the limit no more than shows the application that it is."""
    chunks: list[bytes] = []
    length = 0
    while length <= HEARD_OUT:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        chunk = message.get("body", b"")
        length += len(chunk)
        if length - len(chunk) <= limit:
            chunks.append(chunk)
        if not message.get("more_body"):
            break
    return b"".join(chunks)[: limit + 1]


def call(app: WsgiApp, environ: dict[str, Any]) -> Answer:
    """The WSGI application's whole answer."""
    status = 500
    headers: list[tuple[bytes, bytes]] = []

    def start_response(line: str, fields: list[tuple[str, str]], exc_info: object = None) -> None:
        nonlocal status, headers
        status = int(line[:3])
        headers = encoded(fields)

    parts = app(environ, start_response)
    try:
        content = b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()
    return Answer(status, headers, content)


def encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers as an ASGI server takes them."""
    return [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers]


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """What PEP 3333 asks for, from an ASGI scope."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    values: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        # With an underscore it would pass for the header with a hyphen, which a proxy may guard.
        if b"_" in raw_name or raw_name == b"content-length":
            continue
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        value = raw_value.decode("latin-1")
        joint = "; " if name == "COOKIE" else ","
        values[key] = f"{values[key]}{joint}{value}" if key in values else value
    return values
