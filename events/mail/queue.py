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
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from events.mail.address import PATTERN
from events.mail.bounces import bounce_note
from events.models import Letter, Outbox
from events.work.wake import wake_mail

SENT_AT_ONCE = 20
LEASE = timedelta(seconds=20)
"""How long other workers skip the letters that one has leased: the delay if that worker dies. It is
renewed before each letter, and longer than the timeout of the mail server."""
FIRST_WAIT = timedelta(seconds=5)
MOST_TRIES = 10
"""The wait triples from one try to the next: the last try is fourteen hours after the first."""
PATIENT_TRIES = 3
"""Notices stop waiting for an acknowledgement after so many failures: about a minute."""
RETENTION = timedelta(days=90)

PLAIN = Q(match=None)
"""Letters with a fixed text: all but acknowledgements, which are composed when sent."""
Made = Callable[[Letter], EmailMessage | None]
SentOff = Callable[[Letter], None]

log = logging.getLogger(__name__)


def mail_enqueue(
    *, to: str, subject: str, text: str, until: datetime | None = None, stop: str = ""
) -> None:
    """Queue a mail to be sent after the commit; it is deleted unsent after `until`.

    `stop` is the URL at which its reader can unsubscribe.
    """
    if not re.search(PATTERN, to):
        raise ValueError("not an address")
    one_line = " ".join(subject.split())[:200]
    now = timezone.now()
    Letter.objects.create(to=to, subject=one_line, text=text, at=now, until=until, stop=stop)
    transaction.on_commit(wake_mail)


def queue_forget() -> None:
    """Delete letters that have been dead for longer than KEPT."""
    Letter.objects.filter(dead_at__lt=timezone.now() - RETENTION).delete()


def plain_message(letter: Letter) -> EmailMessage | None:
    """Return the mail of a letter with a fixed text."""
    headers = {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-generated",
        **(unsubscribe_headers(letter.stop) if letter.stop else {}),
    }
    return EmailMessage(
        letter.subject, letter.text, settings.MAIL_FROM, [letter.to], headers=headers
    )


def unsubscribe_headers(url: str) -> dict[str, str]:
    """Return the headers for unsubscribing with one click (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def queue_send(
    wanted: Q = PLAIN, made: Made = plain_message, sent_off: SentOff | None = None
) -> int:
    """Send due letters over one connection and return how many were sent; retry failures later.

    `made` composes the mail of a letter, or returns None if it is obsolete; `sent_off` is called
    once the server has accepted it.
    """
    if not _due(wanted).exists():
        return 0
    letters = _lease_due(wanted)
    sent = 0
    server = get_connection()
    try:
        if letters:
            server.open()
        while letters:
            sent += _sent(server, letters[-1], made, sent_off)
            letters.pop()
    except Exception as error:
        log.warning("no mail server accepts letters, retrying later: %s", error)
        _retry_later(letters, repr(error))
    finally:
        server.close()
    return sent


def _due(wanted: Q) -> QuerySet[Letter]:
    return Letter.objects.filter(wanted, at__lte=timezone.now(), dead_at=None)


@transaction.atomic
def _lease_due(wanted: Q) -> list[Letter]:
    """Lease due letters to this worker, and delete those past their `until`."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now, dead_at=None).delete()
    skip = connection.features.has_select_for_update_skip_locked
    due = _due(wanted).select_for_update(skip_locked=skip)
    letters = list(due.order_by("-at")[:SENT_AT_ONCE])
    for letter in letters:
        letter.at = now + LEASE
    Letter.objects.filter(id__in=[letter.id for letter in letters]).update(at=now + LEASE)
    return letters


def _leased(letter: Letter) -> QuerySet[Letter]:
    """Return the letter's row, or none if another worker has leased it since."""
    return Letter.objects.filter(id=letter.id, at=letter.at)


def _lease_renew(letter: Letter) -> bool:
    """Renew the lease of a letter; False if another worker has it by now."""
    until = timezone.now() + LEASE
    ours = _leased(letter).update(at=until) == 1
    letter.at = until
    return ours


def _sent(server: BaseEmailBackend, letter: Letter, made: Made, sent_off: SentOff | None) -> bool:
    """Send one letter; whether a mail was accepted. Raises if the connection is lost."""
    if not _lease_renew(letter):
        return False
    try:
        message = made(letter)
    except Exception as error:
        log.exception("letter %s could not be composed, continuing with the others", letter.id)
        _retry_later([letter], type(error).__name__)  # its text may contain secrets
        return False
    if message is not None and not _is_accepted(server, letter, message):
        return False
    if message is not None and sent_off:
        sent_off(letter)  # before the row is deleted: notices wait for that
    letter.delete()
    return message is not None


def _is_accepted(server: BaseEmailBackend, letter: Letter, message: EmailMessage) -> bool:
    """Whether the server accepts a mail; a letter refused permanently is dead at once."""
    try:
        server.send_messages([message])
    except (SMTPServerDisconnected, ConnectionError, TimeoutError):
        raise
    except Exception as error:
        log.warning("letter %s was not accepted: %s", letter.id, type(error).__name__)
        if not is_permanent(error):
            _retry_later([letter], repr(error))
            return False
        if isinstance(error, SMTPRecipientsRefused):
            bounce_note(email=letter.to, answer=str(error))
        _give_up(letter, repr(error))
        return False
    return True


def _retry_later(letters: list[Letter], trouble: str) -> None:
    """Schedule another try after a longer wait, up to MOST_TRIES."""
    now = timezone.now()
    for letter in letters:
        wait = FIRST_WAIT * 3**letter.tries
        letter.tries += 1
        if letter.tries >= MOST_TRIES:
            _give_up(letter, trouble)
        else:
            _leased(letter).update(at=now + wait, tries=letter.tries, trouble=trouble[:200])


def _give_up(letter: Letter, trouble: str) -> None:
    """Mark a letter as dead; its row stays for administrators to see."""
    log.error("letter %s is given up after %s tries", letter.id, letter.tries)
    _leased(letter).update(dead_at=timezone.now(), tries=letter.tries, trouble=trouble[:200])


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
    pending = Letter.objects.filter(player=notice.recipient_id, match=notice.match_id, dead_at=None)
    return pending.filter(tries__lt=PATIENT_TRIES).exists()
