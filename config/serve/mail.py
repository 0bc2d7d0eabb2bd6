"""The process that takes in answers to our mails, by SMTP or LMTP, on a socket that is open
already."""

import asyncio
import signal
import socket
import sys

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings

from config.serve.guarded import set_up

ACCEPTED = "250 2.0.0 thank you"
NOBODY = "550 5.1.1 no such address here"
STRANGE = "550 5.7.1 write from the address that the mail was sent to"
ONE_AT_A_TIME = "452 4.5.3 one recipient at a time"
LATER = "451 4.3.0 not now, try again"


class Letterbox:
    """What aiosmtpd asks: whether there is such an address, and what becomes of a mail."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Only addresses that we have given out, one for each mail."""
        from events.mail.addresses import question_of

        if question_of(address) is None:
            return NOBODY
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Deal with it before it is accepted; what could not be done is to be sent again."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        return await asyncio.to_thread(taken, content, envelope.rcpt_tos[0], envelope.mail_from)


def taken(content: bytes, recipient: str, sender: str | None) -> str:
    """What is answered to a mail, once all that it does is committed."""
    import logging

    from django.db import connections

    from events.mail.letterbox import received
    from events.mail.replies import Fate, reply_take

    try:
        fate = reply_take(received(content, recipient, sender))
    except Exception:
        logging.getLogger(__name__).exception("a mail could not be dealt with")
        return LATER
    finally:
        connections.close_all()  # mails are rare, and the next may come in another thread
    return STRANGE if fate is Fate.STRANGE else ACCEPTED


def protocol() -> SMTP:
    """One connection."""
    from events.mail.letterbox import MOST_BYTES

    kind = LMTP if settings.MAIL_LMTP else SMTP
    return kind(
        Letterbox(),
        data_size_limit=MOST_BYTES,
        enable_SMTPUTF8=True,
        hostname=settings.MAIL_DOMAIN,
        ident="Gobelet",
        timeout=60,
    )


async def listen(listener: socket.socket) -> None:
    """Take mails in until a signal says stop."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_server(protocol, sock=listener)
    await stop.wait()
    server.close()


def main(descriptor: int) -> None:
    """Listen on a socket that is open already."""
    set_up()
    asyncio.run(listen(socket.socket(fileno=descriptor)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
