"""Mails that come back later: what a mail server reports of one that it could not deliver.

Each mail about a match is sent in the name of the address to answer to, which is signed for its
reader: a report that comes there (RFC 3464) is about a mail to them, whatever else it says.
"""

import re
from email.message import EmailMessage, Message

from events.bounces import bounce_note
from events.mail.addresses import Question, was_made_for
from events.models import Seat

_FOR_GOOD = re.compile(r"5\.\d{1,3}\.\d{1,3}\b")


def failure_of(message: EmailMessage) -> str:
    """Why a mail was given up for good, by the report of that; empty for every other mail."""
    kind = str(message.get_param("report-type", "")).lower()
    if message.get_content_type() != "multipart/report" or kind != "delivery-status":
        return ""
    failures = (_failure(block) for part in _parts(message) for block in _blocks(part))
    return next(filter(None, failures), "")


def return_note(question: Question, proof: bytes, failure: str) -> None:
    """Write no more to whom the address was made for that a report of a failure came to."""
    seats = Seat.objects.filter(match=question.match, number=question.seat)
    seat = seats.select_related("player").first()
    player = seat.player if seat else None
    if failure and player and player.email and was_made_for(question, proof, player.id):
        bounce_note(email=player.email, answer=failure)


def _parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _blocks(part: Message) -> list[Message]:
    """What a report says of each recipient."""
    return _parts(part) if part.get_content_type() == "message/delivery-status" else []


def _failure(block: Message) -> str:
    status = str(block.get("Status", "")).strip()
    if str(block.get("Action", "")).strip().lower() != "failed" or not _FOR_GOOD.match(status):
        return ""
    return f"{status} {block.get('Diagnostic-Code', '')}".strip()
