"""uvicorn's HTTP protocol, with bounds on what a client can hold: bytes, seconds and connections.

uvicorn itself bounds none of these with httptools. A request that is refused here has not been
read, so the refusal is in English: the headers that would name a language may never come.

A request to change to another protocol (curl's and the JDK's `Upgrade: h2c`) is answered over
HTTP/1.1, as RFC 9110 allows. httptools skips its body, so it is parsed again without `Upgrade`.
"""

from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from math import inf
from typing import Any, NamedTuple

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.http.client_ip import network_of

_PROBLEMS = {
    400: ("not_http", "This is not a request of HTTP/1.1."),
    408: ("request_timeout", "The request took too long to arrive."),
    429: ("too_many_connections", "Too many connections from your address; close some."),
    431: ("headers_too_large", "The request line and headers are too large; send less."),
    503: ("connections_full", "The server takes no further connection now; try again later."),
}


_PIECE_BYTES = 8192
"""What the parser gets at once, so that bytes can be counted between what it reports."""
_PIPELINED_MOST = 16
"""Requests of a connection that wait for the response to an earlier one; with more it is closed."""


class Limits(NamedTuple):
    """What clients may hold of one web process."""

    header_bytes: int = 32 * 1024
    """Bytes of the request line and headers, and of the trailers of a chunked body."""
    header_seconds: float = 10
    """From the connection, or from the first byte of a later request, to the last header."""
    body_seconds: float = 30
    """From the last header to the end of the body."""
    keep_alive_seconds: int = 30
    """Between two requests, and for a client to read more of a response that waits for it."""
    connections: int = 6000
    connections_per_address: int | None = 200
    """None behind a proxy, whose address all connections come from."""


class TooLarge(Exception):
    """The head of a request exceeds Limits.header_bytes."""


class TooManyPipelined(Exception):
    """The client sends requests without reading the responses to earlier ones."""


class _Parser(httptools.HttpRequestParser):
    """Hands what follows the head of a request with `Upgrade` back to its connection."""

    def __init__(self, connection: "BoundedProtocol") -> None:
        super().__init__(connection)
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self._connection = connection

    def feed_data(self, data: Any) -> None:
        try:
            super().feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            self._connection.parse_without_upgrade(bytes(data[upgrade.args[0] :]))


class BoundedProtocol(HttpToolsProtocol):
    """One connection; `open_by_network` is shared by all connections of the process."""

    def __init__(
        self, limits: Limits, open_by_network: Counter[str], *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.parser = _Parser(self)
        self._is_upgrade = False
        self._limits = limits
        self._open_by_network = open_by_network
        self._network = ""
        self._bytes = 0
        """Received since the request began, or since the last of its body: headers or trailers."""
        self._piece = 0
        self._has_begun = False
        self._read_by = inf
        self._write_by = inf
        self._left_to_write = 0
        self._status = 400

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._read_by = self.loop.time() + self._limits.header_seconds
        self._network = network_of(self.client[0] if self.client else "")
        self._open_by_network[self._network] += 1
        most = self._limits.connections_per_address
        if len(self.connections) > self._limits.connections:
            self._refuse(503)
        elif most is not None and self._open_by_network[self._network] > most:
            self._refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._open_by_network[self._network] -= 1
        if not self._open_by_network[self._network]:
            del self._open_by_network[self._network]

    def data_received(self, data: bytes) -> None:
        if len(data) <= _PIECE_BYTES:
            self._feed(data)
            return
        for start in range(0, len(data), _PIECE_BYTES):
            if not self.transport.is_closing():
                self._feed(data[start : start + _PIECE_BYTES])

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._has_begun = True
        self._bytes = self._piece
        self._read_by = self.loop.time() + self._limits.header_seconds

    def on_headers_complete(self) -> None:
        if self._bytes > self._limits.header_bytes and self._is_head_too_large():
            self._status = 431
            raise TooLarge  # the parser stops, and uvicorn calls `send_400_response`
        self._is_upgrade = any(name == b"upgrade" for name, _ in self.headers)
        if self._is_upgrade and self.parser.should_upgrade():
            return
        if len(self.pipeline) >= _PIPELINED_MOST:
            raise TooManyPipelined
        self._bytes = 0
        self._read_by = self.loop.time() + self._limits.body_seconds
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self._is_upgrade:
            return
        self._bytes = 0
        self._read_by = inf
        super().on_message_complete()

    def parse_without_upgrade(self, rest: bytes) -> None:
        """Parse the head of the request again without `Upgrade`, and then the rest."""
        version = self.parser.get_http_version().encode()
        head = [b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, version)]
        head += [b"%s: %s" % field for field in self.headers if field[0] != b"upgrade"]
        self.parser = _Parser(self)
        self.parser.feed_data(b"\r\n".join(head) + b"\r\n\r\n" + rest)

    def on_response_complete(self) -> None:
        if self._read_by == inf and not self.pipeline:
            # uvicorn closes an idle connection; this one is for a client that reads no response.
            self._read_by = self.loop.time() + 2 * self._limits.keep_alive_seconds
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()  # uvicorn reads on after each response

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading(self.loop.time())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_by = inf
        # Time to read the rest, which was too little to be waited for.
        self._read_by = max(self._read_by, self.loop.time() + self._limits.keep_alive_seconds)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, or whose head is too large."""
        self._refuse(self._status)

    def close_if_overdue(self, now: float) -> None:
        """Close the connection if its client is too slow to send, or reads nothing."""
        if self._write_by < inf:
            if self.transport.get_write_buffer_size() < self._left_to_write:
                self._expect_reading(now)
            elif now > self._write_by:
                self.transport.abort()
        elif now > self._read_by:
            if self._has_begun and not self.transport.is_closing():
                self._refuse(408)
            else:
                self.transport.abort()

    def _feed(self, piece: bytes) -> None:
        self._piece = len(piece)
        self._bytes += self._piece
        super().data_received(piece)
        # A piece may hold the end of what came before.
        too_many = self._bytes > self._limits.header_bytes + _PIECE_BYTES
        if too_many and not self.transport.is_closing():
            self._refuse(431)

    def _is_head_too_large(self) -> bool:
        fields = sum(len(name) + len(value) + len(b": \r\n") for name, value in self.headers)
        return len(self.url) + fields > self._limits.header_bytes

    def _expect_reading(self, now: float) -> None:
        self._write_by = now + self._limits.keep_alive_seconds
        self._left_to_write = self.transport.get_write_buffer_size()

    def _refuse(self, status: int) -> None:
        """Send a problem and close, or only close if a response is under way."""
        self._read_by = self.loop.time() + self._limits.header_seconds  # then it is aborted
        if not self.pipeline and (
            self.cycle is None or not self.cycle.response_started or self.cycle.response_complete
        ):
            self.transport.write(_refusal(status))
        self.transport.close()


def close_overdue(connections: Iterable[Any], now: float) -> None:
    """Close every connection whose client is too slow."""
    for connection in list(connections):
        connection.close_if_overdue(now)


def _refusal(status: int) -> bytes:
    code, detail = _PROBLEMS[status]
    phrase = HTTPStatus(status).phrase
    problem = {"type": f"urn:gobelet:problem:{code}", "title": phrase, "status": status}
    body = msgspec.json.encode(problem | {"detail": detail, "code": code})
    head = (
        f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/problem+json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
