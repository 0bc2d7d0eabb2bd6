"""aiosmtpd's protocol, with bounds on what a client can hold: connections, seconds and bytes.

aiosmtpd itself bounds the time since the last command and the size of an accepted mail, but not
how many connections are open, how long one lasts, nor a line of a mail that never ends.
"""

import asyncio
from collections import Counter
from typing import Any, NamedTuple

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from api.http.client_ip import network_of

TOO_MANY = b"421 4.7.0 too many connections, try again later\r\n"
TOO_LONG_OPEN = b"421 4.4.2 this connection has been open for too long, open another\r\n"
CLOSING_SECONDS = 10
"""How long a client that is told to go may take to read that."""


class Limits(NamedTuple):
    """What clients may hold of the mail process."""

    connections: int = 100
    connections_per_address: int = 20
    """As many as a mail server that forwards to us opens (Postfix by default)."""
    command_seconds: float = 60
    """From one command to the next; for DATA with the mail and what it does."""
    session_seconds: float = 600
    commands: int = 1000
    """Of each kind in one connection."""
    refused_recipients: int = 20
    """In one connection: each costs a query."""
    mail_bytes: int = 1024 * 1024


class OpenConnections:
    """The connections of the process, counted by network."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._by_network: Counter[str] = Counter()

    def add(self, network: str) -> bool:
        """Count a connection, unless a limit is reached."""
        if self._by_network.total() >= self.limits.connections:
            return False
        if self._by_network[network] >= self.limits.connections_per_address:
            return False
        self._by_network[network] += 1
        return True

    def remove(self, network: str) -> None:
        self._by_network[network] -= 1
        self._by_network += Counter()  # without those at zero


class BoundedSmtp(SMTP):
    """One connection; `connections` is shared by all of the process."""

    def __init__(self, handler: object, connections: OpenConnections, **more: Any) -> None:
        limits = connections.limits
        super().__init__(
            handler,
            data_size_limit=limits.mail_bytes,
            timeout=limits.command_seconds,
            command_call_limit=limits.commands,
            **more,
        )
        self._connections = connections
        self._limits = limits
        self._network = ""
        self._is_counted = False
        self._timers: list[asyncio.TimerHandle] = []
        self._bytes = 0
        """Received since the mail began, or since the last one."""
        self._refused = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self._network = network_of(str(peer[0]) if peer else "")
        self._is_counted = self._connections.add(self._network)
        if not self._is_counted:
            self._send_away(transport, TOO_MANY)
            return
        super().connection_made(transport)
        self._after(self._limits.session_seconds, self._send_away, transport, TOO_LONG_OPEN)

    def connection_lost(self, error: Exception | None) -> None:
        for timer in self._timers:
            timer.cancel()
        if self._is_counted:
            self._connections.remove(self._network)
            super().connection_lost(error)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._is_counted else False

    def data_received(self, data: bytes) -> None:
        if not self._is_counted:
            return
        self._bytes += len(data)
        if self._bytes > 2 * self._limits.mail_bytes:  # aiosmtpd keeps a line without an end
            assert isinstance(self.transport, asyncio.Transport)
            self.transport.abort()
            return
        super().data_received(data)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a mail, whose bytes are counted for themselves."""
        self._bytes = 0
        await super().smtp_DATA(arg)
        self._bytes = 0

    async def smtp_RCPT(self, arg: str | None) -> None:  # noqa: N802
        """Take a recipient, unless too many before it were refused."""
        if self._refused >= self._limits.refused_recipients:
            assert isinstance(self.transport, asyncio.Transport)
            self._send_away(self.transport, TOO_MANY)
            return
        known = len(self.envelope.rcpt_tos) if self.envelope else 0
        await super().smtp_RCPT(arg)
        if self.envelope is None or len(self.envelope.rcpt_tos) == known:
            self._refused += 1

    def _send_away(self, transport: asyncio.Transport, why: bytes) -> None:
        """Say why, and close; a client that does not read it is cut off."""
        if not transport.is_closing():
            transport.write(why)
            transport.close()
        self._after(CLOSING_SECONDS, transport.abort)

    def _after(self, seconds: float, action: Any, *given: object) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, action, *given))


class BoundedLmtp(BoundedSmtp, LMTP):
    """The same for LMTP."""
