"""Reads an incoming mail: its headers, and, once its sender is known, its first line.

Only that line of the body is used; the quoted text below it is neither read nor stored.
"""

import logging
import re
from collections.abc import Callable
from email.message import Message
from email.utils import getaddresses
from hashlib import sha256

from django.conf import settings
from msgspec import Struct

from events.by_mail.bounce_reports import failure_of
from events.by_mail.mime import (
    HEADERS_MOST,
    TEXT_MOST,
    headers_parse,
    message_parse,
    text_of,
    value_of,
    values_of,
)
from events.by_mail.sender_auth import is_authenticated
from events.mail.address import address_normalise

MOST_BYTES = 1024 * 1024
MOST_LINE = 300

_UNSTORABLE = re.compile("[\\0\\ud800-\\udfff]")  # databases refuse these characters

log = logging.getLogger(__name__)


class IncomingMail(Struct, frozen=True):
    """An incoming mail, of which only the headers have been read."""

    content: bytes
    digest: str
    """Identifies the mail: a digest of its Message-ID, or of its content if it has none."""
    sender: str = ""
    """The only address in From; empty if there is none or more than one."""
    message_id: str = ""
    is_automatic: bool = False
    is_authentic: bool = False
    """Whether the trusted receiving server confirms From; True if none is configured."""
    has_long_headers: bool = False
    """Whether the headers exceed HEADERS_MOST: what follows is not read."""

    def first_line(self) -> str:
        """Return the first line that the sender wrote; empty if none can be read."""
        return _or_empty(lambda: _first_line(text_of(message_parse(self.content, Message))))

    def failure(self) -> str:
        """Return the permanent failure to deliver one of our mails, if this mail reports one."""
        return _or_empty(lambda: failure_of(message_parse(self.content, Message)))

    @property
    def is_cut(self) -> bool:
        """Whether the mail is longer than what is read of it."""
        return self.has_long_headers or len(self.content) > HEADERS_MOST + TEXT_MOST


def mail_read(content: bytes, envelope_sender: str | None) -> IncomingMail:
    """Read the headers of a mail; never raises. One that cannot be read has no sender."""
    try:
        return _read(content, envelope_sender)
    except Exception as error:  # a retry would fail in the same way
        _log_unreadable(error)
    return IncomingMail(content, sha256(content).hexdigest())


def addresses_of(message: Message, name: str) -> list[str]:
    """Return the addresses in a header, normalised."""
    return [address_normalise(address) for _, address in getaddresses(values_of(message, name))]


def _read(content: bytes, envelope_sender: str | None) -> IncomingMail:
    message, has_long_headers = headers_parse(content)
    senders = addresses_of(message, "From")
    sender = senders[0] if len(senders) == 1 else ""
    message_id = " ".join(value_of(message, "Message-ID").split())[:250]
    identity = message_id.encode("utf-8", "replace") or content
    return IncomingMail(
        content=content,
        digest=sha256(identity).hexdigest(),
        sender=sender,
        message_id=message_id if re.fullmatch(r"<[\x21-\x7e]+>", message_id) else "",
        is_automatic=_is_automatic(message, envelope_sender),
        is_authentic=_is_authentic(message, sender),
        has_long_headers=has_long_headers,
    )


def _is_automatic(message: Message, envelope_sender: str | None) -> bool:
    """Whether a program sent it; automatic mail is never answered (RFC 3834)."""
    submitted = value_of(message, "Auto-Submitted").strip().lower()
    precedence = value_of(message, "Precedence").strip().lower()
    return bool(
        (submitted and submitted != "no")
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or any(values_of(message, name) for name in ("List-Id", "X-Autoreply", "X-Autorespond"))
        or value_of(message, "X-Auto-Response-Suppress").strip().lower() == "all"
        or envelope_sender in ("", "<>")
        or message.get_content_type() == "multipart/report"
    )


def _is_authentic(message: Message, sender: str) -> bool:
    """Check the topmost Authentication-Results, if a trusted server is configured."""
    trusted = settings.MAIL_AUTHSERV_ID
    header = value_of(message, "Authentication-Results")
    return not trusted or is_authenticated(header, trusted, sender.rpartition("@")[2])


def _first_line(text: str) -> str:
    """Return the first line that is not empty, not quoted, and does not introduce a quotation."""
    lines = [_UNSTORABLE.sub("", line).strip() for line in text.splitlines()]
    written = [line for line in lines if line]
    for place, line in enumerate(written):
        quoted_next = any(other.startswith(">") for other in written[place + 1 : place + 3])
        introduces = quoted_next and (line.endswith((":", ">")) or " <" in line)
        if not line.startswith(">") and not introduces:
            return "" if line in ("--", "-- ") else line[:MOST_LINE]
    return ""


def _or_empty(read: Callable[[], str]) -> str:
    try:
        return read()
    except Exception as error:
        _log_unreadable(error)
        return ""


def _log_unreadable(error: Exception) -> None:
    log.warning("a mail could not be read: %s", type(error).__name__)
