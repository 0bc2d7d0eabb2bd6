"""A mail that came in, read: who sent it, what it answers, and its first line.

Only that line is taken out of a mail; what is quoted below it is neither read nor kept.
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

from events.addresses import normalised
from events.mail.returned import failure_of
from events.mail.vouched import vouched

MOST_BYTES = 1024 * 1024
MOST_LINE = 300

_TAGS_THAT_BREAK = {"br", "p", "div", "li", "tr", "h1", "h2", "blockquote", "body"}
_TAGS_UNREAD = {"style", "script", "head", "title", "blockquote"}
_UNKEPT = re.compile("[\\0\\ud800-\\udfff]")  # what no database takes

log = logging.getLogger(__name__)


class Received(Struct, frozen=True):
    """What of a mail matters here."""

    recipient: str
    sender: str
    """The one address in From, or nothing where there is none or more than one."""
    message_id: str
    digest: str
    """What tells it from every other mail."""
    line: str
    """The first line that its sender has written."""
    is_automatic: bool
    is_authentic: bool
    """Whether the server that took it in says that its sender is who From says, if we ask that."""
    failure: str = ""
    """Why a mail of ours could not be delivered, if this reports that."""


def received(content: bytes, recipient: str, envelope_sender: str | None) -> Received:
    """A mail as it came; nothing in it makes this fail. One that cannot be read is nobody's."""
    try:
        return _read(content, recipient, envelope_sender)
    except Exception as error:  # no second try of it would end otherwise
        log.warning("a mail could not be read: %s", type(error).__name__)
    digest = sha256(content).hexdigest()
    return Received(recipient, "", "", digest, "", is_automatic=False, is_authentic=False)


def _read(content: bytes, recipient: str, envelope_sender: str | None) -> Received:
    message = message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    senders = [normalised(address) for _, address in getaddresses(_all(message, "From"))]
    sender = senders[0] if len(senders) == 1 else ""
    message_id = " ".join(_first(message, "Message-ID").split())[:250]
    identity = message_id.encode("utf-8", "replace") or content
    return Received(
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
    """Every such header as it is written; what the parser cannot read is not there."""
    return [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]


def _first(message: EmailMessage, name: str) -> str:
    return next(iter(_all(message, name)), "")


def _is_automatic(message: EmailMessage, envelope_sender: str | None) -> bool:
    """Whether a machine wrote it: such a mail is never answered (RFC 3834)."""
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
    """By the topmost Authentication-Results, if there is a server that we trust."""
    trusted = settings.MAIL_AUTHSERV_ID
    header = _first(message, "Authentication-Results")
    return not trusted or vouched(header, trusted, sender.rpartition("@")[2])


def _text(message: EmailMessage) -> str:
    """What it says, from its plain text if it has any."""
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
    """The first line that is neither empty nor quoted, nor says whom it quotes."""
    lines = [_UNKEPT.sub("", line).strip() for line in text.splitlines()]
    written = [line for line in lines if line]
    for place, line in enumerate(written):
        quoted_next = any(other.startswith(">") for other in written[place + 1 : place + 3])
        introduces = quoted_next and (line.endswith((":", ">")) or " <" in line)
        if not line.startswith(">") and not introduces:
            return "" if line in ("--", "-- ") else line[:MOST_LINE]
    return ""


class _Lines(HTMLParser):
    """The text of a page, without what it quotes."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attributes: object) -> None:
        if tag in _TAGS_THAT_BREAK:
            self.parts.append("\n")
        if tag in _TAGS_UNREAD:
            self._unread += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _TAGS_THAT_BREAK:
            self.parts.append("\n")
        if tag in _TAGS_UNREAD:
            self._unread = max(0, self._unread - 1)

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.parts.append(data)


def _without_tags(html: str) -> str:
    lines = _Lines()
    with suppress(AssertionError):  # of a declaration that the parser does not know
        lines.feed(html)
        lines.close()
    return "".join(lines.parts)
