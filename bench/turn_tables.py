"""Tables of three at which everyone watches: a turn ends when all three can show what follows it.

On our server each player has a connection for requests and a stream of the match, on boardgame.io a
socket. Where a stream brings no `state` (older versions of ours), a watcher reads the match again.
"""

import asyncio
import re

from bench.tables import SEATS, Asked, BoardgameTable, Move, OurTable
from bench.wire import Wire

_STATE = re.compile(rb'event: state\ndata: .*?"version":(\d+)', re.DOTALL)
_EVENT = re.compile(rb"^id: (\d+)\ndata: ", re.MULTILINE)


class Stream(Wire):
    """A stream of Server-Sent Events in chunks; remembers the latest version that it brought."""

    def __init__(self) -> None:
        super().__init__()
        self._open = False
        self._text = b""
        self.state = self.event = -1
        self.received = 0
        """Bytes of messages so far."""
        self._changed = asyncio.Event()

    def get(self, path: str, token: str) -> None:
        """Send the request, without a token as a spectator."""
        signed = f"Authorization: Token {token}\r\n" if token else ""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{signed}\r\n"
        self.send(head.encode())

    async def state_of(self, version: int) -> None:
        """Wait for a state of at least this version."""
        while self.state < version:
            await self._next()

    async def event_of(self, version: int) -> None:
        """Wait for an event of at least this version."""
        while self.event < version:
            await self._next()

    async def first(self) -> bool:
        """Wait for the first message; whether the server sends states."""
        while b"event: changed" not in self._text:
            await self._next()
        return self.state >= 0

    async def _next(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _take(self, message: bytes) -> None:
        self._text = (self._text + message)[-65536:]
        self.received += len(message)
        for found in _STATE.finditer(message):
            self.state = max(self.state, int(found[1]))
        for found in _EVENT.finditer(message):
            self.event = max(self.event, int(found[1]))
        self._changed.set()

    def _cut(self) -> bytes | None:
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return None
            assert b" 200 " in head[:20], head
            self._buffer, self._open = rest, True
        size, found, rest = self._buffer.partition(b"\r\n")
        if not found or len(rest) < int(size, 16) + 2:
            return None
        length = int(size, 16)
        self._buffer = rest[length + 2 :]
        return rest[:length]


class OurWatchedTable(OurTable):
    """On our server, with three streams."""

    async def open(self, port: int) -> None:
        await super().open(port)
        self._port = port
        self._streams: list[Stream] = []

    async def new_match(self) -> Asked:
        asked = await super().new_match()
        for stream in self._streams:
            stream.close()
        loop = asyncio.get_running_loop()
        opened = [
            await loop.create_connection(Stream, "127.0.0.1", self._port) for _ in range(SEATS)
        ]
        self._streams = [stream for _, stream in opened]
        for stream, token in zip(self._streams, self._tokens, strict=True):
            stream.get(self._path.removesuffix("moves") + "stream", token)
        self._states = all([await stream.first() for stream in self._streams])
        return asked

    async def play(self, seat: int, move: Move) -> Asked:
        asked = await super().play(seat, move)
        others = [other for other in range(SEATS) if other != seat]
        await asyncio.gather(*(self._shown(other, self.version) for other in others))
        return asked

    async def _shown(self, seat: int, version: int) -> None:
        if self._states:
            await self._streams[seat].state_of(version)
            return
        await self._streams[seat].event_of(version)
        path = self._path.removesuffix("/moves")
        headers = f"Authorization: Token {self._tokens[seat]}\r\n"
        status, _ = await self._http[seat].call("GET", path, b"", headers)
        assert status == 200

    def close(self) -> None:
        super().close()
        for stream in self._streams:
            stream.close()


class BoardgameWatchedTable(BoardgameTable):
    """On boardgame.io, where the server sends every player the new state."""

    async def play(self, seat: int, move: Move) -> Asked:
        wanted = self._number + 1
        asked = await super().play(seat, move)
        others = [other for other in range(SEATS) if other != seat]
        await asyncio.gather(*(self._shown(other, wanted) for other in others))
        return asked

    async def _shown(self, seat: int, wanted: int) -> None:
        while (await self._update(seat)).number < wanted:
            pass
