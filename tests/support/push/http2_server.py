"""An HTTP/2 server with TLS, whose answers a test decides, and which can cut connections."""

import asyncio
import ssl
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, Self, cast

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, Event, RequestReceived, StreamEnded
from h2.exceptions import ProtocolError

HOST = "127.0.0.1"


class Posted(NamedTuple):
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes
    connection: int
    """The number of the connection, from 1 on."""

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Reply(NamedTuple):
    """An answer; one that is cut closes the connection instead, with all its requests.

    What has the status 200 was accepted, even if the answer is cut.
    """

    status: int
    body: object = None
    headers: Mapping[str, str] = {}
    cut: bool = False


def certificate_file(folder: Path) -> Path:
    """A certificate of this machine with its key, in one file that clients may trust, too."""
    path = folder / "loopback.pem"
    path.write_bytes(_certificate())
    return path


@cache
def _certificate() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + made.public_bytes(serialization.Encoding.PEM)


class Http2Server(ABC):
    """Answers in a thread of its own, from `with` until its end."""

    def __init__(self, pem: Path) -> None:
        self._pem = pem
        self._loop = asyncio.new_event_loop()
        self.connections = 0
        self.cut_all = False
        """Cut every connection that is made, before any answer."""
        self.silent = False
        """Answer nothing."""
        self.url = ""
        self._open: set[asyncio.Transport] = set()

    @abstractmethod
    def reply(self, request: Posted) -> Reply:
        """Answer a request."""

    def __enter__(self) -> Self:
        secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secure.load_cert_chain(self._pem)
        secure.set_alpn_protocols(["h2"])
        listening = self._loop.create_server(lambda: _Connection(self), HOST, 0, ssl=secure)
        self._server = self._loop.run_until_complete(listening)
        self.url = f"https://{HOST}:{self._server.sockets[0].getsockname()[1]}"
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        self._server.close()
        for transport in list(self._open):
            transport.abort()
        while self._open:
            await asyncio.sleep(0)


class _Connection(asyncio.Protocol):
    """One connection of a client."""

    def __init__(self, server: Http2Server) -> None:
        self._server = server
        self._h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self._requests: dict[int, tuple[dict[str, str], bytearray]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._server._open.add(self._transport)
        self._server.connections += 1
        self._number = self._server.connections
        if self._server.cut_all:
            self._transport.abort()
            return
        self._h2.initiate_connection()
        self._transport.write(self._h2.data_to_send())

    def connection_lost(self, exc: Exception | None) -> None:
        self._server._open.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        try:
            events = self._h2.receive_data(data)
        except ProtocolError:
            self._transport.abort()
            return
        for event in events:
            if not self._transport.is_closing():
                self._take(event)
        if not self._transport.is_closing():
            self._transport.write(self._h2.data_to_send())

    def _take(self, event: Event) -> None:
        if isinstance(event, RequestReceived):
            headers = {str(name): str(value) for name, value in event.headers or ()}
            self._requests[event.stream_id or 0] = headers, bytearray()
        elif isinstance(event, DataReceived):
            self._requests[event.stream_id or 0][1].extend(event.data or b"")
            self._h2.acknowledge_received_data(
                event.flow_controlled_length or 0, event.stream_id or 0
            )
        elif isinstance(event, StreamEnded):
            stream = event.stream_id or 0
            headers, body = self._requests.pop(stream)
            posted = Posted(headers[":path"], headers, bytes(body), self._number)
            if not self._server.silent:
                self._answer(stream, self._server.reply(posted))

    def _answer(self, stream: int, reply: Reply) -> None:
        if reply.cut:
            self._transport.abort()
            return
        body = b"" if reply.body is None else msgspec.json.encode(reply.body)
        headers = [(":status", str(reply.status)), *reply.headers.items()]
        self._h2.send_headers(stream, headers, end_stream=not body)
        if body:
            self._h2.send_data(stream, body, end_stream=True)
