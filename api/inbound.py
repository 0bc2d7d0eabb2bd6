"""What a provider tells us by a webhook, through django-anymail: mails that it takes in for us, and
what became of ours.

Loaded only where MAIL_WEBHOOK_SECRET is set; anymail checks the provider's secret or signature.
"""

import re
from typing import Any

from anymail.signals import EventType, RejectReason, inbound, tracking
from django.dispatch import receiver

from events.addresses import MOST, PATTERN, normalised
from events.bounces import bounce_note
from events.mail.letterbox import received
from events.mail.replies import reply_take

_LATER = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|^\W*4\d\d\b")
"""The status of a failure that may pass."""


@receiver(inbound)
def take(sender: Any, event: Any, **more: Any) -> None:
    """Deal with a mail; whoever is not its right sender hears nothing, as there is nobody to
    refuse it to any more."""
    message = event.message
    named = [message.envelope_recipient, *(address.addr_spec for address in message.to)]
    for recipient in dict.fromkeys(filter(None, named)):
        reply_take(received(message.as_bytes(), recipient, message.envelope_sender))


@receiver(tracking)
def note_bounce(sender: Any, event: Any, **more: Any) -> None:
    """Write no more to an address that the provider says nobody can be reached at, for good."""
    said = str(event.mta_response or event.description or event.reject_reason or "")
    unknown = (RejectReason.INVALID, RejectReason.BOUNCED)
    refused = event.event_type == EventType.REJECTED and event.reject_reason in unknown
    bounced = event.event_type == EventType.BOUNCED and not _LATER.search(said)
    address = normalised(str(event.recipient or ""))
    if (bounced or refused) and len(address) <= MOST and re.search(PATTERN, address):
        bounce_note(email=address, answer=said)
