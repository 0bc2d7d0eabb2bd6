"""A client of Server-Sent Events over a plain HTTP connection."""

import json
import socket
import time
from contextlib import suppress
from http.client import HTTPConnection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Self

from tests.support.server import PATIENCE


class Heard(NamedTuple):
    """One message, and when it arrived."""

    name: str
    id: str | None
    data: Any
    at: float


def parsed(text: str) -> list[Heard]:
    """The messages of a text, by the rules of the HTML standard for what we send."""
    heard = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "data" in fields:
            data = json.loads(fields["data"])
            name = fields.get("event", "message")
            heard.append(Heard(name, fields.get("id"), data, time.monotonic()))
    return heard


class Listener:
    """Reads a stream until it ends or is closed."""

    def __init__(self, port: int, path: str, token: str | None = None, **headers: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        if token:
            headers["Authorization"] = f"Token {token}"
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", f"/api/v1/{path}", headers=sent)
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        assert self._response.status == 200, self._response.read()
        assert self._response.headers["Content-Type"] == "text/event-stream"
        self.comments = 0
        self.ended = False
        self.states: list[Any] = []
        """The data of all `state` messages so far; they are not among the others."""
        self._messages: SimpleQueue[Heard] = SimpleQueue()
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next(self, seconds: float = PATIENCE) -> Heard:
        """The next message; fails when none comes in time."""
        return self._messages.get(timeout=seconds)

    def next_event(self, seconds: float = PATIENCE) -> Any:
        """The data of the next message that is not `changed`."""
        while (heard := self.next(seconds)).name == "changed":
            pass
        return heard.data

    def next_is_quiet(self) -> bool:
        """Whether no further message has arrived by now."""
        return not self.so_far()

    def rest(self) -> list[Heard]:
        """Everything up to the end of the stream."""
        self._thread.join(PATIENCE)
        assert self.ended, "the stream goes on"
        return self.so_far()

    def so_far(self) -> list[Heard]:
        """The messages received and not returned yet."""
        heard = []
        while True:
            try:
                heard.append(self._messages.get_nowait())
            except Empty:
                return heard

    def close(self) -> None:
        """Close the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._connection.close()

    def _listen(self) -> None:
        block = ""
        with suppress(OSError):
            while line := self._response.readline().decode():
                block += line
                if line == "\n":
                    self.comments += block.startswith(":")
                    for heard in parsed(block):
                        if heard.name == "state":
                            self.states.append(heard.data)
                        else:
                            self._messages.put(heard)
                    block = ""
        self.ended = True
