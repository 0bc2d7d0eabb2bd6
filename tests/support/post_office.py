"""A real mail server on loopback, and the mails that it received."""

import asyncio
import email.policy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import connections
from django.test import override_settings

from events import tasks
from tests.support.people import Person
from tests.support.server import free_port


class PostOffice:
    """Accepts every mail, unless a refusal is set."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.senders: list[str | None] = []
        """The envelope sender of each mail."""
        self.answer: str | None = None
        self.unknown: set[str] = set()
        """Addresses that it refuses as unknown."""
        self.meanwhile: Callable[[], object] | None = None
        """Called once while a mail is being received."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Called by aiosmtpd for each recipient."""
        if address in self.unknown:
            return "550 nobody here"
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Called by aiosmtpd for each mail."""
        if self.answer:
            return self.answer
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile:
            await asyncio.to_thread(_alone, meanwhile)
        content = envelope.content
        assert isinstance(content, bytes)
        self.recipients += envelope.rcpt_tos
        self.senders.append(envelope.mail_from)
        # Last, as tests in other threads wait for it.
        self.mails.append(email.message_from_bytes(content, policy=email.policy.default))
        return "250 taken"

    def mails_to(self, address: str) -> list[EmailMessage]:
        """The mails to an address, in order."""
        return [mail for mail in self.mails if mail["To"] == address]

    def code_for(self, address: str) -> str:
        """The code in the last mail to an address, sent now if it has not been."""
        tasks.send_mails()
        return code_in(self.mails_to(address)[-1])


def _alone(action: Callable[[], object]) -> None:
    """In a thread of its own, which leaves no connection behind."""
    try:
        action()
    finally:
        connections.close_all()


@contextmanager
def open_post_office(port: int) -> Iterator[PostOffice]:
    """A mail server that listens on this port."""
    office = PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    """A mail server that Django's settings name."""
    port = free_port()
    smtp: dict[str, Any] = {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": port,
    }
    with open_post_office(port) as office, override_settings(**smtp):
        yield office


def code_in(mail: EmailMessage) -> str:
    """The six digits of a mail."""
    found = re.search(r"\b\d{6}\b", mail.get_content())
    assert found
    return found[0]


def sign_in(office: PostOffice, address: str, asker: Person | None = None, **more: str) -> Person:
    """A player who signed in with the code mailed to an address."""
    who = asker or Person()
    asked = who.post("auth/email", {"email": address})
    assert asked.status_code == 202, asked.content
    proof = {"email": address, "nonce": asked.json()["nonce"], "code": office.code_for(address)}
    confirmed = who.post("auth/email/confirm", proof | more)
    assert confirmed.status_code == 200, confirmed.content
    made = confirmed.json()
    return Person(made["token"], made["player"]["id"])
