"""Webhooks of the mail provider, through django-anymail: incoming mails, and bounces of ours.

Loaded only where MAIL_WEBHOOK_SECRET is set; anymail checks the provider's secret or signature.
"""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import EventType, RejectReason, inbound, tracking
from django.dispatch import receiver

from events.by_mail.inbox import addresses_of
from events.by_mail.incoming import addressee_of, mail_take
from events.by_mail.mime import HEADERS_MOST, LINEAR, TEXT_MOST, message_parse
from events.mail.address import MOST, PATTERN, address_normalise
from events.mail.bounces import bounce_note

RECIPIENTS_MOST = 10

_TEMPORARY = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|^\W*4\d\d\b")
"""The status code of a temporary failure."""


def _message_init(message: Any, policy: Any = None) -> None:
    _original_init(message, LINEAR)


def _message_from_bytes(cls: type[Any], content: bytes) -> Any:
    return message_parse(content, cls)


def _message_from_chunks(cls: type[Any], chunks: Iterable[bytes]) -> Any:
    content = b""
    for chunk in chunks:
        content += chunk[: HEADERS_MOST + TEXT_MOST]
        if len(content) > HEADERS_MOST + TEXT_MOST:
            break
    return message_parse(content, cls)


# anymail parses a mail before it hands it over, so before its address can be checked, and with the
# standard library's quadratic policy: give it the bounded parser of our own SMTP server.
_original_init = AnymailInboundMessage.__init__
AnymailInboundMessage.__init__ = _message_init
AnymailInboundMessage.parse_raw_mime_bytes = classmethod(_message_from_bytes)
AnymailInboundMessage.parse_raw_mime_chunks = classmethod(_message_from_chunks)


@receiver(inbound)
def take(sender: Any, event: Any, **more: Any) -> None:
    """Process an incoming mail; one from a wrong sender is ignored without an answer, because the
    provider has accepted it already and it can no longer be rejected."""
    message = event.message
    recipients = [message.envelope_recipient or "", *addresses_of(message, "To")]
    for recipient in islice(dict.fromkeys(recipients), RECIPIENTS_MOST):
        if addressee_of(recipient) is not None:
            mail_take(message.as_bytes(), recipient, message.envelope_sender)


@receiver(tracking)
def note_bounce(sender: Any, event: Any, **more: Any) -> None:
    """Record a bounce for an address that the provider reports as permanently undeliverable."""
    answer = str(event.mta_response or event.description or event.reject_reason or "")
    unknown = (RejectReason.INVALID, RejectReason.BOUNCED)
    refused = event.event_type == EventType.REJECTED and event.reject_reason in unknown
    bounced = event.event_type == EventType.BOUNCED and not _TEMPORARY.search(answer)
    address = address_normalise(str(event.recipient or ""))
    if (bounced or refused) and len(address) <= MOST and re.search(PATTERN, address):
        bounce_note(email=address, answer=answer)
