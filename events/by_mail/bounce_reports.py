"""Delivery reports (RFC 3464) of mail servers about mails that bounced later.

A mail about a match has its reply address, signed for its reader, as envelope sender (where
MAIL_FROM is in MAIL_DOMAIN): a report that arrives there is about a mail to that reader, whatever
else it says.
"""

import re
from email.message import Message

from events.mail.bounces import bounce_note
from events.models import Player

_PERMANENT = re.compile(r"5\.\d{1,3}\.\d{1,3}\b")


def failure_of(message: Message) -> str:
    """Return the permanent failure that a delivery report states; empty for any other mail."""
    kind = str(message.get_param("report-type", "")).lower()
    if message.get_content_type() != "multipart/report" or kind != "delivery-status":
        return ""
    failures = (_failure(block) for part in _parts(message) for block in _blocks(part))
    return next(filter(None, failures), "")


def bounce_report_take(player: Player, failure: str) -> None:
    """Record a bounce for the player for whom the report's recipient address was made."""
    if failure and player.email:
        bounce_note(email=player.email, answer=failure)


def _parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _blocks(part: Message) -> list[Message]:
    """Return the report's blocks, one for each recipient."""
    return _parts(part) if part.get_content_type() == "message/delivery-status" else []


def _failure(block: Message) -> str:
    status = str(block.get("Status", "")).strip()
    if str(block.get("Action", "")).strip().lower() != "failed" or not _PERMANENT.match(status):
        return ""
    return f"{status} {block.get('Diagnostic-Code', '')}".strip()
