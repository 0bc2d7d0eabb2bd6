"""The mail process: receives replies to our mails by SMTP or LMTP, on an inherited socket."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings

from config.processes.bounded_smtp import BoundedLmtp, BoundedSmtp, Limits, OpenConnections
from config.processes.web import socket_listen, socket_reserve
from config.startup import set_up, struct_types_load

KNOWN_ADDRESS = "250 2.1.5 ok"
ACCEPTED = "250 2.0.0 thank you"
NO_SUCH_ADDRESS = "550 5.1.1 no such address here"
WRONG_SENDER = "550 5.7.1 write from the address that the mail was sent to"
ONE_AT_A_TIME = "452 4.5.3 one recipient at a time"
LATER = "451 4.3.0 not now, try again"


class ReplyHandler:
    """The aiosmtpd handler: checks each recipient and processes each mail."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept only reply addresses that we issued, and one recipient per mail."""
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        reply = await asyncio.to_thread(address_check, address)
        if reply == KNOWN_ADDRESS:
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Process the mail before accepting it; on failure the sending server must retry."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        return await asyncio.to_thread(
            mail_process, content, envelope.rcpt_tos[0], envelope.mail_from
        )


def address_check(address: str) -> str:
    """Return the SMTP reply to a recipient: only an address that was made for a player is known."""
    from events.by_mail.incoming import addressee_of

    return _or_later(lambda: KNOWN_ADDRESS if addressee_of(address) else NO_SUCH_ADDRESS)


def mail_process(content: bytes, recipient: str, sender: str | None) -> str:
    """Process a mail and return the SMTP reply, after everything that it does is committed."""
    from events.by_mail.incoming import mail_take
    from events.by_mail.replies import ReplyResult

    def process() -> str:
        result = mail_take(content, recipient, sender)
        return WRONG_SENDER if result is ReplyResult.STRANGE else ACCEPTED

    return _or_later(process)


def _or_later(work: Callable[[], str]) -> str:
    """Run database work in this thread; if it fails, the sending server must retry."""
    import logging

    from django.db import connections

    try:
        return work()
    except Exception:
        logging.getLogger(__name__).exception("a mail could not be processed")
        return LATER
    finally:
        connections.close_all()  # mails are rare, and the next may come in another thread


def limits_set() -> Limits:
    """Return what the settings allow clients to hold."""
    return Limits(
        connections=settings.MAIL_CONNECTIONS,
        connections_per_address=settings.MAIL_CONNECTIONS_PER_ADDRESS,
    )


def protocol_factory(limits: Limits) -> Callable[[], SMTP]:
    """Return what makes the protocol of each connection, SMTP or LMTP."""
    connections = OpenConnections(limits)
    kind = BoundedLmtp if settings.MAIL_LMTP else BoundedSmtp

    def protocol() -> SMTP:
        return kind(
            ReplyHandler(),
            connections,
            enable_SMTPUTF8=True,
            hostname=settings.MAIL_DOMAIN,
            ident="Gobelet",
        )

    return protocol


async def listen(listener: socket.socket) -> None:
    """Receive mails until a signal stops the process."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_server(protocol_factory(limits_set()), sock=listener)
    await stop.wait()
    server.close()


def main(descriptor: int | None = None) -> None:
    """Receive mails on an inherited socket that listens, or at MAIL_HOST and MAIL_PORT."""
    set_up()
    struct_types_load()
    if descriptor is None:
        reserved = socket_reserve(settings.MAIL_HOST, settings.MAIL_PORT, prefix="MAIL_")
        asyncio.run(listen(socket_listen(reserved)))
    else:
        asyncio.run(listen(socket.socket(fileno=descriptor)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
