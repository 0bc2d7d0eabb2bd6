"""The mail process: receives replies to our mails by SMTP or LMTP, on an inherited socket."""

import asyncio
import signal
import socket
import sys

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings

from config.startup import set_up

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
        from events.mail.reply_address import question_of

        if question_of(address) is None:
            return NO_SUCH_ADDRESS
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Process the mail before accepting it; on failure the sending server must retry."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        return await asyncio.to_thread(
            mail_process, content, envelope.rcpt_tos[0], envelope.mail_from
        )


def mail_process(content: bytes, recipient: str, sender: str | None) -> str:
    """Process a mail and return the SMTP reply, after everything that it does is committed."""
    import logging

    from django.db import connections

    from events.by_mail.inbox import mail_parse
    from events.by_mail.replies import ReplyResult, reply_take

    try:
        result = reply_take(mail_parse(content, recipient, sender))
    except Exception:
        logging.getLogger(__name__).exception("a mail could not be processed")
        return LATER
    finally:
        connections.close_all()  # mails are rare, and the next may come in another thread
    return WRONG_SENDER if result is ReplyResult.STRANGE else ACCEPTED


def protocol() -> SMTP:
    """Return the protocol of one connection, SMTP or LMTP."""
    from events.by_mail.inbox import MOST_BYTES

    kind = LMTP if settings.MAIL_LMTP else SMTP
    return kind(
        ReplyHandler(),
        data_size_limit=MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=settings.MAIL_DOMAIN,
        ident="Gobelet",
        timeout=60,
    )


async def listen(listener: socket.socket) -> None:
    """Receive mails until a signal stops the process."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_server(protocol, sock=listener)
    await stop.wait()
    server.close()


def main(descriptor: int) -> None:
    """Receive mails on an inherited socket, which listens already."""
    set_up()
    asyncio.run(listen(socket.socket(fileno=descriptor)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
