"""Webhooks of the mail provider, through django-anymail: incoming mails, and bounces of ours.

Loaded only where MAIL_WEBHOOK_SECRET is set; anymail checks the provider's secret or signature.
"""

import re
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.dispatch import receiver

from events.by_mail.inbox import mail_parse
from events.by_mail.replies import reply_take
from events.mail.address import MOST, PATTERN, address_normalise
from events.mail.bounces import bounce_note

_TEMPORARY = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|^\W*4\d\d\b")
"""The status code of a temporary failure."""


@receiver(inbound)
def take(sender: Any, event: Any, **more: Any) -> None:
    """Process an incoming mail; one from a wrong sender is ignored without an answer, because the
    provider has accepted it already and it can no longer be rejected."""
    message = event.message
    recipients = [message.envelope_recipient, *(address.addr_spec for address in message.to)]
    for recipient in dict.fromkeys(filter(None, recipients)):
        reply_take(mail_parse(message.as_bytes(), recipient, message.envelope_sender))


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
