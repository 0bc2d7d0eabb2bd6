"""Reads an incoming mail: its headers, and, once its sender is known, its first lines.

Of the body only these are used; the quoted text below them is neither read nor stored.
"""

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
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

MOST_LINE = 300

_RECEIPT_HEADERS = ("Disposition-Notification-To", "Return-Receipt-To")
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
    in_reply_to: str = ""
    references: str = ""
    date: datetime | None = None
    wants_receipt: bool = False
    """Whether the sender's mail program asks for a receipt (RFC 8098)."""
    is_automatic: bool = False
    """Whether it says that a program sent it (RFC 3834), or comes from no sender."""
    seems_automatic: bool = False
    """Whether it has headers that programs write, and some servers into the mails of people."""
    is_authentic: bool = False
    """Whether the trusted receiving server confirms From; True if none is configured."""
    has_long_headers: bool = False
    """Whether the headers exceed HEADERS_MOST: what follows is not read."""

    def first_lines(self) -> list[str]:
        """Return the first two lines that the sender wrote; fewer if there are not as many."""
        text = _or_empty(lambda: text_of(message_parse(self.content, Message)))
        return _written_lines(text)[:2]

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
        in_reply_to=value_of(message, "In-Reply-To"),
        references=value_of(message, "References"),
        date=_date(message),
        wants_receipt=any(value_of(message, name) for name in _RECEIPT_HEADERS),
        is_automatic=_is_automatic(message, envelope_sender),
        seems_automatic=_seems_automatic(message),
        is_authentic=_is_authentic(message, sender),
        has_long_headers=has_long_headers,
    )


def _is_automatic(message: Message, envelope_sender: str | None) -> bool:
    """Whether a program sent it; such a mail is never answered (RFC 3834)."""
    submitted = value_of(message, "Auto-Submitted").partition(";")[0].strip().lower()
    return bool(
        (submitted and submitted != "no")
        or envelope_sender in ("", "<>")
        or message.get_content_type() == "multipart/report"
    )


def _seems_automatic(message: Message) -> bool:
    return bool(
        value_of(message, "Precedence").strip().lower() in ("bulk", "junk", "list", "auto_reply")
        or any(values_of(message, name) for name in ("List-Id", "X-Autoreply", "X-Autorespond"))
        or value_of(message, "X-Auto-Response-Suppress").strip()
    )


def _date(message: Message) -> datetime | None:
    """Return when the mail was written, as its sender says."""
    try:
        date = parsedate_to_datetime(value_of(message, "Date"))
    except (TypeError, ValueError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _is_authentic(message: Message, sender: str) -> bool:
    """Check the topmost Authentication-Results, if a trusted server is configured."""
    trusted = settings.MAIL_AUTHSERV_ID
    header = value_of(message, "Authentication-Results")
    return not trusted or is_authenticated(header, trusted, sender.rpartition("@")[2])


def _written_lines(text: str) -> list[str]:
    """Return the lines that are not empty, not quoted, and do not introduce a quotation.

    They end where a signature or, after the first of them, a quotation begins.
    """
    lines = [_UNSTORABLE.sub("", line).strip() for line in text.splitlines()]
    present = [line for line in lines if line]
    written: list[str] = []
    for place, line in enumerate(present):
        quoted_next = any(other.startswith(">") for other in present[place + 1 : place + 3])
        introduces = quoted_next and (line.endswith((":", ">")) or " <" in line)
        if line == "--" or (written and (introduces or line.startswith(">"))):
            break
        if not line.startswith(">") and not introduces:
            written.append(line[:MOST_LINE])
    return written


def _or_empty(read: Callable[[], str]) -> str:
    try:
        return read()
    except Exception as error:
        _log_unreadable(error)
        return ""


def _log_unreadable(error: Exception) -> None:
    log.warning("a mail could not be read: %s", type(error).__name__)
