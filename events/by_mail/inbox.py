"""Parses an incoming mail: its sender, its recipient address, and its first line.

Only that line of the body is used; the quoted text below it is neither read nor stored.
"""

import email.policy
import logging
import re
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import getaddresses
from hashlib import sha256
from html.parser import HTMLParser

from django.conf import settings
from msgspec import Struct

from events.by_mail.bounce_reports import failure_of
from events.by_mail.sender_auth import is_authenticated
from events.mail.address import address_normalise

MOST_BYTES = 1024 * 1024
MOST_LINE = 300

_LINE_BREAK_TAGS = {"br", "p", "div", "li", "tr", "h1", "h2", "blockquote", "body"}
_SKIPPED_TAGS = {"style", "script", "head", "title", "blockquote"}
_UNSTORABLE = re.compile("[\\0\\ud800-\\udfff]")  # databases refuse these characters

log = logging.getLogger(__name__)


class IncomingMail(Struct, frozen=True):
    """The parts of an incoming mail that matter here."""

    recipient: str
    sender: str
    """The only address in From; empty if there is none or more than one."""
    message_id: str
    digest: str
    """Identifies the mail: a digest of its Message-ID, or of its content if it has none."""
    line: str
    """The first line that the sender wrote."""
    is_automatic: bool
    is_authentic: bool
    """Whether the trusted receiving server confirms From; True if none is configured."""
    failure: str = ""
    """The permanent failure to deliver one of our mails, if this mail reports one."""


def mail_parse(content: bytes, recipient: str, envelope_sender: str | None) -> IncomingMail:
    """Parse a mail; never raises. A mail that cannot be read gets an empty sender."""
    try:
        return _read(content, recipient, envelope_sender)
    except Exception as error:  # a retry would fail in the same way
        log.warning("a mail could not be read: %s", type(error).__name__)
    digest = sha256(content).hexdigest()
    return IncomingMail(recipient, "", "", digest, "", is_automatic=False, is_authentic=False)


def _read(content: bytes, recipient: str, envelope_sender: str | None) -> IncomingMail:
    message = message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    senders = [address_normalise(address) for _, address in getaddresses(_all(message, "From"))]
    sender = senders[0] if len(senders) == 1 else ""
    message_id = " ".join(_first(message, "Message-ID").split())[:250]
    identity = message_id.encode("utf-8", "replace") or content
    return IncomingMail(
        recipient=recipient,
        sender=sender,
        message_id=message_id if re.fullmatch(r"<[\x21-\x7e]+>", message_id) else "",
        digest=sha256(identity).hexdigest(),
        line=_first_line(_text(message)),
        is_automatic=_is_automatic(message, envelope_sender),
        is_authentic=_is_authentic(message, sender),
        failure=failure_of(message),
    )


def _all(message: EmailMessage, name: str) -> list[str]:
    """Return the raw values of a header; lines that the parser cannot read are missing."""
    return [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]


def _first(message: EmailMessage, name: str) -> str:
    return next(iter(_all(message, name)), "")


def _is_automatic(message: EmailMessage, envelope_sender: str | None) -> bool:
    """Whether a program sent it; automatic mail is never answered (RFC 3834)."""
    submitted = _first(message, "Auto-Submitted").strip().lower()
    precedence = _first(message, "Precedence").strip().lower()
    return bool(
        (submitted and submitted != "no")
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or any(_all(message, name) for name in ("List-Id", "X-Autoreply", "X-Autorespond"))
        or _first(message, "X-Auto-Response-Suppress").strip().lower() == "all"
        or envelope_sender in ("", "<>")
        or message.get_content_type() == "multipart/report"
    )


def _is_authentic(message: EmailMessage, sender: str) -> bool:
    """Check the topmost Authentication-Results, if a trusted server is configured."""
    trusted = settings.MAIL_AUTHSERV_ID
    header = _first(message, "Authentication-Results")
    return not trusted or is_authenticated(header, trusted, sender.rpartition("@")[2])


def _text(message: EmailMessage) -> str:
    """Return the text of a mail, from its plain part if that is not empty."""
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        if part is None:
            continue
        try:
            content = part.get_content()
        except (LookupError, ValueError, KeyError, UnicodeError):
            payload = part.get_payload(decode=True)
            content = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
        text = content if isinstance(content, str) else ""
        text = _without_tags(text) if kind == "html" else text
        if text.strip():
            return text
    return ""


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


class _TextCollector(HTMLParser):
    """Collects the text of an HTML body without its quotations."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._skipped_depth = 0

    def handle_starttag(self, tag: str, attributes: object) -> None:
        if tag in _LINE_BREAK_TAGS:
            self.parts.append("\n")
        if tag in _SKIPPED_TAGS:
            self._skipped_depth += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _LINE_BREAK_TAGS:
            self.parts.append("\n")
        if tag in _SKIPPED_TAGS:
            self._skipped_depth = max(0, self._skipped_depth - 1)

    def handle_data(self, data: str) -> None:
        if not self._skipped_depth:
            self.parts.append(data)


def _without_tags(html: str) -> str:
    lines = _TextCollector()
    with suppress(AssertionError):  # raised for unknown declarations
        lines.feed(html)
        lines.close()
    return "".join(lines.parts)
