"""A player by mail alone: reads the mails that were sent, and answers with real mails."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.test import override_settings
from django.utils import timezone

from config.processes import smtp
from config.processes.bounded_smtp import Limits
from events import tasks
from events.models import Player
from events.notifications.email.words import MAIL_TEXTS
from tests.support.people import new_address
from tests.support.post_office import PostOffice, sign_in
from tests.support.server import PATIENCE, free_port
from tests.support.sweeps import sweep_all

INSTANT = {
    kind: {"email": "instant"}
    for kind in ("your_turn", "match_started", "match_finished", "invited")
}


HOW = {language: MAIL_TEXTS["how"].within(language) for language in ("fr", "en")}


class _Controller(Controller):
    """Our own SMTP server, in a thread of this process."""

    def __init__(self, limits: Limits, port: int) -> None:
        self._protocol = smtp.protocol_factory(limits)
        super().__init__(smtp.ReplyHandler(), hostname="127.0.0.1", port=port)

    def factory(self) -> SMTP:
        return self._protocol()


@contextmanager
def mail_socket_open(limits: Limits | None = None, **settings: Any) -> Iterator[int]:
    """Receive mails on this port."""
    port = free_port()
    told = {"MAIL_IS_READ": True, "MAIL_DOMAIN": "play.example.org", "MAIL_ANSWER_SECONDS": 0.0}
    with override_settings(**told | settings):
        controller = _Controller(limits or smtp.limits_set(), port)
        controller.start()
        try:
            yield port
        finally:
            controller.stop()


class Mailbox:
    """A player by mail: the address, the mails received, and replies to them."""

    def __init__(self, office: PostOffice, port: int, locale: str = "en") -> None:
        self.address = new_address()
        self._office, self.port = office, port
        self.person = sign_in(office, self.address)
        changed = self.person.patch("me", {"locale": locale, "notifications": INSTANT})
        assert changed.status_code == 200, changed.content
        self._read = len(office.mails_to(self.address))

    @property
    def player(self) -> Player:
        return Player.objects.get(id=self.person.player)

    def new_mails(self) -> list[EmailMessage]:
        """The mails received since the last call; everything that is due is sent first."""
        everything_due()
        mails = self._office.mails_to(self.address)
        new, self._read = mails[self._read :], len(mails)
        return new

    def reply(self, mail: EmailMessage, line: str, **more: Any) -> tuple[int, bytes] | None:
        """Reply to a mail as mail programs do; return the server's refusal, if any."""
        return self.write(str(mail["Reply-To"]), line, quoting=mail, **more)

    def write(
        self,
        to: str,
        line: str,
        *,
        quoting: EmailMessage | None = None,
        sender: str | None = None,
        envelope: str | None = None,
        message_id: str | None = None,
        html: bool = False,
        **headers: str,
    ) -> tuple[int, bytes] | None:
        message = EmailMessage()
        message["From"] = sender or f"Somebody <{self.address}>"
        message["To"] = to
        message["Subject"] = f"Re: {quoting['Subject'] if quoting else 'x'}"
        message["Message-ID"] = message_id or make_msgid(domain="example.org")
        if quoting is not None and quoting["Message-ID"]:
            message["In-Reply-To"] = str(quoting["Message-ID"])
        message["Date"] = format_datetime(timezone.now())
        for name, value in headers.items():
            del message[name.replace("_", "-")]
            message[name.replace("_", "-")] = value
        quoted = text_of(quoting) if quoting else ""
        below = "\n".join(f"> {one}" for one in quoted.splitlines())
        body = f"\n{line}\n\nOn Monday, Gobelet wrote:\n{below}\n"
        if html:
            message.set_content(f"<div>{line}</div><blockquote>{quoted}</blockquote>", "html")
        else:
            message.set_content(body)
        return deliver(self.port, message, to, self.address if envelope is None else envelope)


def deliver(port: int, message: EmailMessage, to: str, sender: str) -> tuple[int, bytes] | None:
    """Send a mail over SMTP; return the refusal, if any."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as post:
            post.send_message(message, sender, [to])
    except smtplib.SMTPRecipientsRefused as refused:
        return next(iter(refused.recipients.values()))
    except smtplib.SMTPDataError as refused:
        said = refused.smtp_error
        return refused.smtp_code, said if isinstance(said, bytes) else said.encode()
    return None


def everything_due() -> None:
    """Do what workers do: bots move, notices and acknowledgements are sent."""
    sweep_all()
    tasks.send_mails()
    tasks.notify()


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def codes_in(mail: EmailMessage) -> list[str]:
    """The replies that the text of a mail offers."""
    _, _, choices = text_of(mail).partition(HOW[str(mail["Content-Language"] or "en")])
    found: list[str] = []
    for line in choices.partition("\n\n")[0].splitlines():
        code, gap, _ = line.strip().partition("   ")
        if line.startswith("    ") and gap:
            found.append(code.strip())
        elif line.startswith("    "):
            found += line.partition(": ")[2].split(" · ")
    return found


def links_in(mail: EmailMessage) -> list[str]:
    """The paths of the play links in the HTML of a mail."""
    return re.findall(r'href="[^"]*?(/mail/play/[\w-]+)"', html_of(mail))


@pytest.fixture
def mail_port(post_office: PostOffice) -> Iterator[int]:
    """The port that receives replies."""
    with mail_socket_open() as port:
        yield port
