"""Requests to addresses that strangers have given us: bounded in time and size, never redirected.

All of a batch are sent at once, each in a thread of its own that touches nothing of ours, so that
one slow receiver keeps nobody waiting for longer than the time that each of them has.
"""

import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from http.client import HTTPConnection, HTTPException, HTTPResponse
from time import monotonic
from typing import NamedTuple

from events.notify.reach import Place, Unreachable, address_of, place_of

SECONDS = 8.0
"""How long a request may take, from the name to the answer."""
AT_ONCE = 50


class Request(NamedTuple):
    """A POST to somewhere."""

    url: str
    headers: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    """What came back: a status and what was asked of us, or why there was none."""

    status: int | None
    text: str
    retry_after: int | None = None


def post_all(requests: Sequence[Request]) -> Iterator[tuple[int, Answer]]:
    """The answers with the places of their requests, each as soon as it is there."""
    until = monotonic() + SECONDS
    calls = [_Call(request) for request in requests]
    pool = ThreadPoolExecutor(min(AT_ONCE, len(calls) or 1), thread_name_prefix="wire")
    places: dict[Future[Answer], int] = {
        pool.submit(call.answer): place for place, call in enumerate(calls)
    }
    open_: set[Future[Answer]] = set(places)
    while open_:
        done, open_ = wait(open_, max(0.0, until - monotonic()), FIRST_COMPLETED)
        if not done:
            break
        yield from ((places[future], future.result()) for future in done)
    for future in open_:
        calls[places[future]].hang_up()
        yield places[future], Answer(None, "no answer in time")
    pool.shutdown(wait=False, cancel_futures=True)


class _Call:
    """One request, which another thread may end."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._connection: _Checked | None = None
        self._ended = False

    def answer(self) -> Answer:
        """The answer, whatever happens."""
        try:
            return self._answer()
        except Unreachable as error:
            return Answer(None, str(error))
        except (OSError, HTTPException, ValueError) as error:
            return Answer(None, type(error).__name__)

    def hang_up(self) -> None:
        """End the call, wherever it has got to."""
        self._ended = True
        if self._connection is not None and (plug := self._connection.sock):
            try:
                plug.shutdown(socket.SHUT_RDWR)
            except OSError:
                plug.close()

    def _answer(self) -> Answer:
        url, headers, body = self._request
        place = place_of(url)
        self._connection = _Checked(place, address_of(place))
        if self._ended:
            return Answer(None, "no answer in time")
        try:
            self._connection.request("POST", place.path, body, dict(headers))
            return _read(self._connection.getresponse())
        finally:
            self._connection.close()


class _Checked(HTTPConnection):
    """A connection to the very address that was checked, for the name that was asked for."""

    def __init__(self, place: Place, address: str) -> None:
        super().__init__(place.host, place.port, timeout=SECONDS)
        self.default_port = 443 if place.secure else 80
        self._secure, self._address = place.secure, address

    def connect(self) -> None:
        plug = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            plug = ssl.create_default_context().wrap_socket(plug, server_hostname=self.host)
        self.sock = plug


def _read(response: HTTPResponse) -> Answer:
    """Its first line, and how long to wait before asking again; nobody reads its body."""
    asked = response.headers.get("Retry-After", "")
    wait_for = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else None
    return Answer(response.status, f"HTTP {response.status}", wait_for)
