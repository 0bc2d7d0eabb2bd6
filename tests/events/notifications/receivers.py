"""Real receivers on loopback: a machine that takes webhooks, a push service and its browser."""

import os
import socket
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from select import select
from threading import Thread
from typing import Any, NamedTuple

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.server import soon

SUBSCRIPTION: dict[str, Any] = {
    "endpoint": "https://push.example.org/send/1",
    "expirationTime": None,
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6S"
        "RpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
"""The example of RFC 8291."""


class Received(NamedTuple):
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Receiver:
    """Takes every request, and answers as it is told to."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self.status = 204
        self.headers: dict[str, str] = {}
        self.status_for: Callable[[Received], int] = lambda request: self.status
        """The status of an answer; 0 ends the connection instead."""
        self.held: set[socket.socket] = set()
        """The connections of requests that wait for an answer, while it is silent."""
        self._gate: tuple[socket.socket, socket.socket] | None = None

    def fall_silent(self) -> None:
        """Answer no request until released."""
        self._gate = socket.socketpair()

    def release(self) -> None:
        """Answer all requests."""
        if self._gate:
            self._gate[0].close()

    def close(self) -> None:
        """Answer all requests and hold none any more."""
        self.release()
        assert soon(lambda: not self.held)
        if self._gate:
            self._gate[1].close()

    def hold(self, connection: socket.socket) -> None:
        """Wait, if it is silent, until it is released or the sender has given up."""
        if self._gate:
            self.held.add(connection)
            select([connection, self._gate[1]], [], [])
            self.held.discard(connection)

    def of_type(self, kind: str) -> list[Any]:
        """What was told of one type."""
        said = [request.json() for request in self.received]
        return [one for one in said if one["type"] == kind]


class _Server(ThreadingHTTPServer):
    request_queue_size = 128


@contextmanager
def receiver(host: str = "127.0.0.1") -> Iterator[Receiver]:
    """A machine that takes requests at an address of this one."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.path, headers, body)
            machine.received.append(received)
            machine.hold(self.connection)
            status = machine.status_for(received)
            if not status:
                return
            self.send_response(status)
            for name, value in machine.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def handle(self) -> None:
            with suppress(ConnectionError):  # the sender has given up
                super().handle()

    server = _Server((host, 0), Handler)
    machine = Receiver(f"http://{host}:{server.server_port}/gobelet?who=me")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield machine
    finally:
        machine.release()
        server.shutdown()
        thread.join()
        machine.close()
        server.server_close()


class Browser:
    """What a browser keeps of a subscription: it alone can read what is pushed to it."""

    def __init__(self, service: Receiver, path: str = "/send/secret") -> None:
        self._service, self._path = service, path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.endpoint = service.url.partition("/gobelet")[0] + path

    @property
    def subscription(self) -> dict[str, Any]:
        """What the page would send."""
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(public), "auth": _text(self._auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    @property
    def shown(self) -> list[Any]:
        """What it has shown its owner."""
        return [
            msgspec.json.decode(
                http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth)
            )
            for request in self._service.received
            if request.path == self._path
        ]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
