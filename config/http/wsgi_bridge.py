"""Runs a WSGI application in an ASGI server, for responses that are complete at once.

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

# A client that is still sending does not read our refusal, so the rest of its body is read and
# dropped, up to this many bytes.
DRAIN_BYTES_MOST = 32 * 1024 * 1024


class Response(NamedTuple):
    """A complete response."""

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
        # Threads are reused, so each has a lasting database connection.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="wsgi")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await read_body(receive, limit=self._body_limit)
        except ClientGone:
            return
        await response_send(send, await self.answer(environ(scope, body)))

    async def answer(self, environ: dict[str, Any]) -> Response:
        """Return the application's response, computed in a thread of the pool."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, call, self._app, environ)


async def response_send(send: Send, answer: Response) -> None:
    """Send a complete response, without a length for a status that has no body (RFC 9110)."""
    headers = answer.headers
    if answer.status in (204, 304):
        headers = [(name, value) for name, value in headers if name != b"content-length"]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def read_body(receive: Receive, *, limit: int) -> bytes:
    """Return the request's body, cut to `limit` + 1 bytes so that the application can refuse it."""
    chunks: list[bytes] = []
    length = 0
    while length <= DRAIN_BYTES_MOST:
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


def call(app: WsgiApp, environ: dict[str, Any]) -> Response:
    """Return the WSGI application's complete response."""
    status = 500
    headers: list[tuple[bytes, bytes]] = []

    def start_response(line: str, fields: list[tuple[str, str]], exc_info: object = None) -> None:
        nonlocal status, headers
        status = int(line[:3])
        headers = headers_encode(fields)

    parts = app(environ, start_response)
    try:
        content = b"".join(parts)
    finally:
        if close := getattr(parts, "close", None):
            close()
    return Response(status, headers, content)


def headers_encode(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Return headers as ASGI requires them: in bytes, with names in lower case."""
    return [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers]


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the environment that PEP 3333 requires, from an ASGI scope."""
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
        # An underscore would make it equal to the header with a hyphen, which a proxy may guard.
        if b"_" in raw_name or raw_name == b"content-length":
            continue
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        value = raw_value.decode("latin-1")
        joint = "; " if name == "COOKIE" else ","
        values[key] = f"{values[key]}{joint}{value}" if key in values else value
    return values
