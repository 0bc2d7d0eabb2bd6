"""Channels that send POST requests, and requests to URLs which players have registered."""

import socket
import ssl
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import timedelta
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from time import monotonic
from typing import NamedTuple

from events.models import Delivery
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.http.address_share import Crowded, network_place
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
    body: bytes = b""
    """Only of services that the operator has configured."""


NO_ANSWER = Answer(None, "no answer in time")
NOT_SENT = Answer(None, "too many requests to its address are under way")


class Call(ABC):
    """One request under way, which calls `ended` when it has an answer."""

    answer = NO_ANSWER
    """A failure is an answer too."""

    def __init__(self, request: Request, ended: "Callable[[Call], None]") -> None:
        self.until = monotonic() + SECONDS
        self._request, self._ended = request, ended

    @abstractmethod
    def abort(self) -> None:
        """Abort the request; it ends soon."""


class GuardedCall(Call):
    """A request to a URL that a player has registered, in a thread of its own."""

    def __init__(self, request: Request, ended: "Callable[[Call], None]") -> None:
        super().__init__(request, ended)
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
    after = retry_after(response.headers.get("Retry-After", ""))
    return Answer(response.status, f"HTTP {response.status}", after)


def retry_after(header: str) -> int | None:
    """The seconds in a Retry-After header; None if it has a date or is malformed."""
    return int(header) if header.isascii() and header.isdecimal() and len(header) < 8 else None


class HttpChannel(ABC):
    """The base class of channels that send HTTP requests."""

    name: str
    """The kind of the endpoints that it serves."""

    @abstractmethod
    def together(self, delivery: Delivery) -> tuple[str, ...]: ...

    @abstractmethod
    def request(self, group: DeliveryGroup) -> Request:
        """Build the request for a group."""

    def call(self, request: Request, ended: Callable[[Call], None]) -> Call:
        """Begin a request."""
        return GuardedCall(request, ended)

    def reason(self, answer: Answer) -> str:
        """The error code in an answer, if the protocol has any."""
        return ""

    def is_unwanted(self, answer: Answer) -> bool:
        """Whether the endpoint wants no further deliveries."""
        return answer.status == HTTPStatus.GONE

    def is_final(self, answer: Answer) -> bool:
        """Whether the failure is permanent, so that there is no retry."""
        return self.is_unwanted(answer)

    def is_of_service(self, answer: Answer) -> bool:
        """Whether a service of many endpoints has failed, and not this endpoint."""
        return False

    def result(self, answer: Answer) -> DeliveryResult:
        """Return what an answer means for the deliveries of its request."""
        of_service = self.is_of_service(answer)
        return DeliveryResult(
            arrived=answer.status is not None and 200 <= answer.status < 300,
            answer=f"{answer.text} {self.reason(answer)}".strip(),
            for_good=not of_service and self.is_final(answer),
            unwanted=self.is_unwanted(answer),
            of_service=of_service,
            wait=min(timedelta(seconds=answer.retry_after or 0), LONGEST_WAIT),
        )
