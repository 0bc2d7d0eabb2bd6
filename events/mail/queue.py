"""The mail queue: rows written in the caller's transaction, sent by a worker, then deleted."""

import logging
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import make_msgid
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from events.mail.address import PATTERN
from events.mail.bounces import bounce_note
from events.mail.reply_address import invitation_address, invitee_digest
from events.models import Match, Outbox, QueuedMail
from events.work.lease import Queue
from events.work.wake import wake_mail

SENT_AT_ONCE = 20
QUEUE = Queue(QueuedMail, tuple(timedelta(seconds=5) * 3**retries for retries in range(9)))
"""The last try is fourteen hours after the first."""
PATIENT_TRIES = 4
"""The try of an acknowledgement at which notices stop waiting for it: after about a minute."""
RETENTION = timedelta(days=90)

PLAIN = Q(player=None)
"""Mails with a fixed text: all but acknowledgements, which are composed when sent."""
Compose = Callable[[QueuedMail], EmailMessage | None]
OnSent = Callable[[QueuedMail], None]

State = QueuedMail.State
log = logging.getLogger(__name__)


def mail_enqueue(
    *,
    to: str,
    subject: str,
    text: str,
    until: datetime | None = None,
    stop: str = "",
    invited_to: Match | None = None,
) -> None:
    """Queue a mail to be sent after the commit; it is deleted unsent after `until`.

    `stop` is the URL at which its reader can unsubscribe; an invitation names its match.
    """
    if not re.search(PATTERN, to):
        raise ValueError("not an address")
    one_line = " ".join(subject.split())[:200]
    now = timezone.now()
    QueuedMail.objects.create(
        to=to, subject=one_line, text=text, at=now, until=until, stop=stop, match=invited_to
    )
    transaction.on_commit(wake_mail)


def queue_delete_expired() -> None:
    """Delete mails that have been dead for longer than RETENTION."""
    QueuedMail.objects.filter(state=State.DEAD, at__lt=timezone.now() - RETENTION).delete()


def plain_message(mail: QueuedMail) -> EmailMessage | None:
    """Return the message of a mail with a fixed text; None if it has expired."""
    if mail.until and mail.until <= timezone.now():
        return None
    headers = {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-generated",
        **(unsubscribe_headers(mail.stop) if mail.stop else {}),
    }
    reply_to = None
    if mail.match_id and settings.MAIL_IS_READ:
        reply_to = [invitation_address(mail.match_id, invitee_digest(mail.to))]
    return EmailMessage(
        mail.subject, mail.text, settings.MAIL_FROM, [mail.to], headers=headers, reply_to=reply_to
    )


def unsubscribe_headers(url: str) -> dict[str, str]:
    """Return the headers for unsubscribing with one click (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def queue_send(
    wanted: Q = PLAIN, compose: Compose = plain_message, on_sent: OnSent | None = None
) -> int:
    """Send due mails over one connection and return how many were sent; retry failures later.

    `compose` builds the message of a mail, or returns None if it is obsolete; `on_sent` is called
    once the server has accepted it.
    """
    mails = QUEUE.lease(QueuedMail.objects.filter(wanted), most=SENT_AT_ONCE)
    sent = 0
    server = get_connection()
    try:
        while mails:
            sent += _send(server, mails[0], compose, on_sent)
            mails.pop(0)
    except Exception as error:
        log.warning("no mail server accepts mails, retrying later: %s", error)
        QUEUE.retry(mails, repr(error))
    finally:
        server.close()
    return sent


def _send(
    server: BaseEmailBackend, mail: QueuedMail, compose: Compose, on_sent: OnSent | None
) -> bool:
    """Send one mail; whether a mail was accepted. Raises if the connection is lost."""
    if not QUEUE.begin([mail]):
        return False
    try:
        message = compose(mail)
    except Exception as error:
        log.exception("mail %s could not be composed, continuing with the others", mail.id)
        QUEUE.retry([mail], type(error).__name__)  # its text may contain secrets
        return False
    if message is not None and not _is_accepted(server, mail, message):
        return False
    if message is not None and on_sent:
        on_sent(mail)  # before the row is deleted: notices wait for that
    mail.delete()
    return message is not None


def _is_accepted(server: BaseEmailBackend, mail: QueuedMail, message: EmailMessage) -> bool:
    """Whether the server accepts a mail; a mail refused permanently is dead at once."""
    server.open()
    try:
        server.send_messages([message])
    except (SMTPServerDisconnected, ConnectionError, TimeoutError):
        raise
    except Exception as error:
        log.warning("mail %s was not accepted: %s", mail.id, type(error).__name__)
        if not is_permanent(error):
            QUEUE.retry([mail], repr(error))
        else:
            QUEUE.give_up([mail], repr(error))
            if isinstance(error, SMTPRecipientsRefused):
                bounce_note(email=mail.to, answer=str(error))
        return False
    return True


def is_permanent(error: Exception) -> bool:
    """Whether the mail server refused this mail permanently."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500


def has_pending_reply(notice: Outbox) -> bool:
    """Whether a queued acknowledgement may show the recipient this news anyway.

    Once it is sent, what it showed is marked as read, and only what came later is still news.
    """
    if notice.kind not in (Outbox.Kind.YOUR_TURN, Outbox.Kind.FINISHED):
        return False
    replies = QueuedMail.objects.filter(player=notice.recipient_id, match=notice.match_id)
    return replies.filter(state=State.WAITING, tries__lt=PATIENT_TRIES).exists()
