"""Two clients with little overhead: HTTP/1.1 on a persistent connection, and socket.io.

Clients share the machine with the server they measure. Both have one request in flight, return
complete messages, and implement just enough of their protocols for the two servers here. Of the
messages that arrive while none is awaited, only the latest is stored.
"""

import asyncio
import base64
import os
import re
from abc import ABC, abstractmethod
from typing import cast

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A


class Wire(asyncio.Protocol, ABC):
    """A connection on which one message at a time is awaited."""

    def __init__(self) -> None:
        self._buffer = b""
        self._awaited: asyncio.Future[bytes] | None = None
        self._latest: bytes | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_exception(error or ConnectionError("the server closed"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (message := self._cut()) is not None:
            self._take(message)

    def send(self, data: bytes) -> None:
        assert self._transport
        self._transport.write(data)

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    async def message(self) -> bytes:
        """Return the latest message that was not awaited, or else the next one."""
        if self._latest is not None:
            latest, self._latest = self._latest, None
            return latest
        self._awaited = asyncio.get_running_loop().create_future()
        return await self._awaited

    def _take(self, message: bytes) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(message)
        else:
            self._latest = message

    @abstractmethod
    def _cut(self) -> bytes | None:
        """Remove the next message from the buffer and return it; None if it is incomplete."""


class Http(Wire):
    """An HTTP client that sends requests with JSON bodies, one after the other."""

    async def call(
        self, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> tuple[int, bytes]:
        """Send a request and return the status and body of its response."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{headers}\r\n"
        )
        self.send(head.encode() + body)
        answer = await self.message()
        return int(answer[9:12]), answer[answer.index(b"\r\n\r\n") + 4 :]

    def _cut(self) -> bytes | None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        length = _LENGTH.search(self._buffer, 0, end + 2)
        whole = end + 4 + (int(length[1]) if length else 0)
        if len(self._buffer) < whole:
            return None
        message, self._buffer = self._buffer[:whole], self._buffer[whole:]
        return message


class SocketIo(Wire):
    """A client of one namespace of a socket.io 4 server, over a WebSocket."""

    def __init__(self, namespace: str) -> None:
        super().__init__()
        self._namespace = namespace
        self._event = f"42/{namespace},".encode()
        self._upgraded = False

    async def open(self) -> None:
        """Do the handshakes of WebSocket and socket.io; afterwards events may be sent."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert (await self.message()).startswith(b"0")
        self.emit(f"40/{self._namespace},".encode())
        assert (await self.message()).startswith(b"40")

    def event(self, event: bytes) -> None:
        """Send an event, given as a JSON list of its name and arguments."""
        self.emit(self._event + event)

    async def answer(self, name: bytes) -> bytes:
        """Return the next event of that name as a JSON list, skipping others."""
        begins = self._event + b'["' + name + b'"'
        while not (message := await self.message()).startswith(begins):
            pass
        return message[len(self._event) :]

    def emit(self, text: bytes, kind: int = _TEXT) -> None:
        """Send a frame, masked with zeros because a client must mask (RFC 6455)."""
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.send(bytes([kind]) + length + b"\0\0\0\0" + text)

    def _take(self, message: bytes) -> None:
        if message == b"2":  # a ping of engine.io
            self.emit(b"3")
        elif message:
            super()._take(message)

    def _cut(self) -> bytes | None:
        if not self._upgraded:
            _, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return None
            self._buffer, self._upgraded = rest, True
        if len(self._buffer) < 2:
            return None
        size, start = self._buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self._buffer[2:start], "big")
        if len(self._buffer) < start + size:
            return None
        kind, message = self._buffer[0], self._buffer[start : start + size]
        self._buffer = self._buffer[start + size :]
        if kind == _PING:
            self.emit(message, _PONG)
        return message if kind == _TEXT else b""
