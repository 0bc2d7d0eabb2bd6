"""A web process as `make run` starts it, with toy applications in place of ours."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from config.http.dispatch import dispatch
from config.http.wsgi_bridge import Receive, Scope, Send, WsgiBridge
from tests.support.server import PATIENCE, ROOT

BODY_LIMIT = 1000
LARGE = 20_000_000
PROGRAM = """
import socket, sys
from config.http.bounded_protocol import Limits
from config.processes.web import serve
from tests.server.toys import app
serve(app, socket.socket(fileno=int(sys.argv[1])), limits={limits!r})
"""

Web = tuple[subprocess.Popen[bytes], int]


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    """A stream that says hello and then nothing."""
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
    await asyncio.sleep(3600)


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """What the request looked like, or something large."""
    shown = {key: value for key, value in environ.items() if isinstance(value, str)}
    shown["body"] = environ["wsgi.input"].read().decode("latin-1")
    start_response("200 OK", [("Content-Type", "application/json"), ("Set-Cookie", "a=1")])
    if environ["PATH_INFO"] == "/large":
        return [b"x" * LARGE]
    return [json.dumps(shown).encode()]


answers = WsgiBridge(echo, threads=2, body_limit=BODY_LIMIT)
app = dispatch(streams=endless, moves=answers, answers=answers)


@contextmanager
def toy_web(limits: object) -> Iterator[Web]:
    """A web process with the toy applications, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(limits=limits), str(listener.fileno())],
            cwd=ROOT,
            pass_fds=[listener.fileno()],
        )
        port = listener.getsockname()[1]
    yield process, port
    process.kill()
    process.wait()


def open_stream(port: int) -> socket.socket:
    """A stream that has begun."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    stream.sendall(b"GET /api/v1/me/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heard = b""
    while b": hello" not in heard:
        heard += stream.recv(4096)
    return stream
