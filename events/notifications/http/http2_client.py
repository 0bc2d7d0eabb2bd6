"""Requests over persistent HTTP/2 connections to the push services that the operator configured.

All of them share one event loop in a thread of its own, and one connection to each service. Like
any other request they go to checked addresses only (ssrf.py).
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

from events.notifications.http import channel
from events.notifications.http.channel import Answer, Call, Request, retry_after
from events.notifications.http.ssrf import Target, Unreachable, address_of, target_of

if TYPE_CHECKING:
    from httpcore import AsyncConnectionPool, AsyncNetworkBackend, AsyncNetworkStream

IDLE_SECONDS = 1800
"""How long a connection without requests stays open."""

Credentials = Callable[[], Awaitable[Mapping[str, str]]]


class NoCredentials(Exception):
    """The service that gives access tokens gave none; its answer says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


class Http2Call(Call):
    """A request to a push service, with the headers that identify this server."""

    def __init__(
        self, request: Request, ended: Callable[[Call], None], credentials: Credentials
    ) -> None:
        super().__init__(request, ended)
        self._credentials = credentials
        self._task = asyncio.run_coroutine_threadsafe(self._run(), event_loop())
        self._task.add_done_callback(lambda _: ended(self))

    def abort(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        try:
            async with asyncio.timeout(channel.SECONDS):
                url, headers, body = self._request
                self.answer = await post(url, {**headers, **await self._credentials()}, body)
        except NoCredentials as error:
            self.answer = error.answer
        except Unreachable as error:
            self.answer = Answer(None, str(error))
        except TimeoutError:
            pass  # there is no answer
        except Exception as error:
            self.answer = Answer(None, type(error).__name__)


async def post(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a POST request and return its answer."""
    target_of(url)
    # A connection on which nothing arrives is closed before its requests are given up.
    wait = channel.SECONDS / 2
    timeouts = dict.fromkeys(("connect", "read", "write", "pool"), wait)
    response = await connections().request(
        "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": timeouts}
    )
    after = dict(response.headers).get(b"retry-after", b"").decode("latin-1")
    status = response.status
    return Answer(status, f"HTTP {status}", retry_after(after), response.content)


@cache
def connections() -> "AsyncConnectionPool":
    """The connections of this process, for tasks of `event_loop` only.

    Certificates are verified as SSL_CERT_FILE or the system says.
    """
    from httpcore import AsyncConnectionPool  # processes that send nothing start without it

    return AsyncConnectionPool(
        http1=False,
        http2=True,
        ssl_context=ssl.create_default_context(),
        keepalive_expiry=IDLE_SECONDS,
        network_backend=_checked_network(),
    )


def _checked_network() -> "AsyncNetworkBackend":
    from httpcore import AnyIOBackend

    class CheckedNetwork(AnyIOBackend):
        """Connects to the address that was checked; TLS verifies the name all the same."""

        async def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: str | None = None,
            socket_options: Iterable[Any] | None = None,
        ) -> "AsyncNetworkStream":
            address = await asyncio.to_thread(address_of, Target(True, host, port, "/"))
            return await super().connect_tcp(address, port, timeout, local_address, socket_options)

    return CheckedNetwork()


@cache
def event_loop() -> asyncio.AbstractEventLoop:
    """The event loop that all requests to push services share."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="push services", daemon=True).start()
    return loop
