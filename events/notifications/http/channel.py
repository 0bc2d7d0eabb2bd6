"""Channels that send a POST request to a URL which a player has registered."""

import socket
import ssl
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import timedelta
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from time import monotonic
from typing import NamedTuple

from events.models import Delivery
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.http.networks import Crowded, network_place
from events.notifications.http.ssrf import Target, Unreachable, address_of, target_of

LONGEST_WAIT = timedelta(days=1)
SECONDS = 8.0
"""How long a request may take, from name resolution to the answer."""


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


NO_ANSWER = Answer(None, "no answer in time")
NOT_SENT = Answer(None, "too many requests to its address are under way")


class Call:
    """One request in a thread of its own, which calls `ended` when it has an answer."""

    answer = NO_ANSWER
    """A failure is an answer too."""

    def __init__(self, request: Request, ended: "Callable[[Call], None]") -> None:
        self.until = monotonic() + SECONDS
        self._request, self._ended = request, ended
        self._connection: _PinnedConnection | None = None
        self._aborted = False
        # A daemon: a process that ends does not wait for other servers.
        Thread(target=self._run, name="request", daemon=True).start()

    def abort(self) -> None:
        """Abort the request; its thread ends soon, unless it is resolving the host's name."""
        self._aborted = True
        if self._connection is not None and (sock := self._connection.sock):
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                sock.close()

    def _run(self) -> None:
        try:
            self.answer = self._answer()
        except Unreachable as error:
            self.answer = Answer(None, str(error))
        except Crowded:
            self.answer = NOT_SENT
        except TimeoutError:
            self.answer = NO_ANSWER
        except Exception as error:
            self.answer = Answer(None, type(error).__name__)
        finally:
            self._ended(self)

    def _answer(self) -> Answer:
        url, headers, body = self._request
        target = target_of(url)
        address = address_of(target)
        with network_place(address), closing(_PinnedConnection(target, address)) as connection:
            self._connection = connection
            if self._aborted:
                return NO_ANSWER
            connection.request("POST", target.path, body, dict(headers))
            return _read(connection.getresponse())


class _PinnedConnection(HTTPConnection):
    """A connection to the IP address that was checked, with the URL's host name for TLS."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.default_port = 443 if target.secure else 80
        self._secure, self._address = target.secure, address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            # `sock` is set before the handshake, so that a slow one can be aborted.
            secured = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = secured
            secured.do_handshake()


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
    def request(self, group: DeliveryGroup) -> Request:
        """Build the request for a group."""

    def is_final(self, status: int) -> bool:
        """Whether this status is a permanent failure, so that there is no retry."""
        return status in self.unwanted

    def result(self, answer: Answer) -> DeliveryResult:
        """Return what an answer means for the deliveries of its request."""
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
