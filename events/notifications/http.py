"""Channels that send a POST request to a URL which a player has registered."""

import logging
import socket
import ssl
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse
from time import monotonic
from typing import NamedTuple

from events.models import Delivery
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.ssrf import Target, Unreachable, address_of, target_of

LONGEST_WAIT = timedelta(days=1)

log = logging.getLogger(__name__)


SECONDS = 8.0
"""How long requests may take, from name resolution to the answer."""
AT_ONCE = 50


class Request(NamedTuple):
    """A POST request."""

    url: str
    headers: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    """The status of a response with its Retry-After, or the reason why there is none."""

    status: int | None
    text: str
    retry_after: int | None = None


def post_all(requests: Sequence[Request]) -> Iterator[tuple[int, Answer]]:
    """Send the requests in parallel; yield each answer with its request's index as it arrives."""
    until = monotonic() + SECONDS
    calls = [_Call(request) for request in requests]
    pool = ThreadPoolExecutor(min(AT_ONCE, len(calls) or 1), thread_name_prefix="wire")
    places: dict[Future[Answer], int] = {
        pool.submit(call.answer): place for place, call in enumerate(calls)
    }
    pending: set[Future[Answer]] = set(places)
    while pending:
        done, pending = wait(pending, max(0.0, until - monotonic()), FIRST_COMPLETED)
        if not done:
            break
        yield from ((places[future], future.result()) for future in done)
    for future in pending:
        calls[places[future]].abort()
        yield places[future], Answer(None, "no answer in time")
    pool.shutdown(wait=False, cancel_futures=True)


class _Call:
    """One request, which another thread may abort."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._connection: _PinnedConnection | None = None
        self._aborted = False

    def answer(self) -> Answer:
        """Send the request; a failure is returned as an answer, not raised."""
        try:
            return self._answer()
        except Unreachable as error:
            return Answer(None, str(error))
        except (OSError, HTTPException, ValueError) as error:
            return Answer(None, type(error).__name__)

    def abort(self) -> None:
        """Abort the request at any stage."""
        self._aborted = True
        if self._connection is not None and (sock := self._connection.sock):
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                sock.close()

    def _answer(self) -> Answer:
        url, headers, body = self._request
        target = target_of(url)
        self._connection = _PinnedConnection(target, address_of(target))
        if self._aborted:
            return Answer(None, "no answer in time")
        try:
            self._connection.request("POST", target.path, body, dict(headers))
            return _read(self._connection.getresponse())
        finally:
            self._connection.close()


class _PinnedConnection(HTTPConnection):
    """A connection to the IP address that was checked, with the URL's host name for TLS."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.default_port = 443 if target.secure else 80
        self._secure, self._address = target.secure, address

    def connect(self) -> None:
        sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self.host)
        self.sock = sock


def _read(response: HTTPResponse) -> Answer:
    """Read the status and Retry-After; the body is ignored."""
    after = response.headers.get("Retry-After", "")
    wait_for = int(after) if after.isascii() and after.isdecimal() and len(after) < 8 else None
    return Answer(response.status, f"HTTP {response.status}", wait_for)


class HttpChannel(ABC):
    """The base class of channels that send HTTP requests."""

    name: str
    unwanted: frozenset[int]
    """The statuses by which an endpoint says that it wants no further deliveries."""

    @abstractmethod
    def together(self, delivery: Delivery) -> tuple[str, ...]: ...

    @abstractmethod
    def request(self, parcel: DeliveryGroup) -> Request:
        """Build the request for a parcel."""

    def is_final(self, status: int) -> bool:
        """Whether this status is a permanent failure, so that there is no retry."""
        return status in self.unwanted

    def carry(
        self, parcels: Iterable[DeliveryGroup]
    ) -> Iterator[tuple[DeliveryGroup, DeliveryResult]]:
        """Deliver all parcels in parallel (`post_all`)."""
        ready: list[tuple[DeliveryGroup, Request]] = []
        for parcel in parcels:
            try:
                ready.append((parcel, self.request(parcel)))
            except Exception:
                log.exception("cannot build the %s request of delivery %s", self.name, parcel.id)
                yield parcel, DeliveryResult(False, "it could not be written")
        for place, answer in post_all([request for _, request in ready]):
            yield ready[place][0], self._result(answer)

    def _result(self, answer: Answer) -> DeliveryResult:
        if answer.status is None:
            return DeliveryResult(False, answer.text)
        wait = timedelta(seconds=answer.retry_after or 0)
        return DeliveryResult(
            arrived=200 <= answer.status < 300,
            answer=answer.text,
            for_good=self.is_final(answer.status),
            unwanted=answer.status in self.unwanted,
            wait=min(wait, LONGEST_WAIT),
        )
