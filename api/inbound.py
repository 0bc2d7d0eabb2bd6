"""Mails that a provider takes in for us and passes on by a webhook, through django-anymail.

Loaded only where MAIL_WEBHOOK_SECRET is set; anymail checks the provider's secret or signature.
"""

from typing import Any

from anymail.signals import inbound
from django.dispatch import receiver

from events.mail.letterbox import received
from events.mail.replies import reply_take


@receiver(inbound)
def take(sender: Any, event: Any, **more: Any) -> None:
    """Deal with a mail; whoever is not its right sender hears nothing, as there is nobody to
    refuse it to any more."""
    message = event.message
    named = [message.envelope_recipient, *(address.addr_spec for address in message.to)]
    for recipient in dict.fromkeys(filter(None, named)):
        reply_take(received(message.as_bytes(), recipient, message.envelope_sender))
