"""The e-mail channel: one connection for all due mails.

Each match with a question open to the reader has a mail of its own, from which the reader can play;
all other notices of a digest share one mail.
"""

import logging
from collections.abc import Iterable, Iterator
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from events.mail.bounces import bounce_note
from events.mail.queue import is_permanent
from events.models import Delivery, Outbox, Seat
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.email.compose import notice_mail

log = logging.getLogger(__name__)


class Email:
    """Mails to a player's verified address."""

    name = "email"

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        notice = delivery.notice
        assert notice is not None
        if delivery.digest and not _is_asked(notice):
            return ("digest",)
        return ("about", notice.about)

    def send(
        self, groups: Iterable[DeliveryGroup]
    ) -> Iterator[tuple[DeliveryGroup, DeliveryResult]]:
        """Send the mails in order and yield each result, never an exception.

        Once the mail server is down, the rest fail without a try.
        """
        backend, down = get_connection(), ""
        try:
            for group in groups:
                if not down:
                    result, down = self._send(backend, group)
                yield group, DeliveryResult(False, down[:200]) if down else result
            if down:
                log.warning("the mail server is unavailable, notices are retried: %s", down)
        finally:
            backend.close()

    def _send(self, backend: BaseEmailBackend, group: DeliveryGroup) -> tuple[DeliveryResult, str]:
        """Send one mail; return its result, and the error if the mail server is unavailable."""
        try:
            mail = notice_mail(group.player, group.notices, unique=str(group.id))
            mail.extra_headers.setdefault("Message-ID", f"<{group.id}@{settings.MAIL_DOMAIN}>")
            backend.open()
            backend.send_messages([mail])
        except Exception as error:
            return (
                (DeliveryResult(False, ""), repr(error))
                if _is_down(error)
                else (_rejected_result(group, error), "")
            )
        return DeliveryResult(True, "taken"), ""


def _is_asked(notice: Outbox) -> bool:
    """Whether a question is open to the player, who can play from a mail about this match alone."""
    own = Seat.objects.filter(match=notice.about, player=notice.recipient_id)
    seats = own.filter(asked__isnull=False)
    return seats.filter(gone=False, stand_in=False).exists()


def _is_down(error: Exception) -> bool:
    """Whether the error means an unavailable mail server, not a rejected mail."""
    replied = isinstance(error, SMTPException) and not isinstance(error, SMTPServerDisconnected)
    return isinstance(error, OSError) and not replied


def _rejected_result(group: DeliveryGroup, error: Exception) -> DeliveryResult:
    log.warning("notice %s was rejected: %s", group.id, type(error).__name__)
    final = is_permanent(error)
    if final and isinstance(error, SMTPRecipientsRefused) and group.player.email:
        bounce_note(email=group.player.email, answer=str(error))
    return DeliveryResult(False, f"{type(error).__name__}: {error}"[:200], for_good=final)
