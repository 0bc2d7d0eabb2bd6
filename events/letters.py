"""Mails: written as rows with what they are about, sent by a worker, gone once sent."""

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
from django.db.models import Q
from django.utils import timezone

from events.addresses import PATTERN
from events.bounces import bounce_note
from events.models import Letter
from events.nudge import nudge_letters

SENT_AT_ONCE = 20
LEASE = timedelta(minutes=10)
"""How long nobody else tries what one worker has taken; far longer than a server may be silent."""
FIRST_WAIT = timedelta(seconds=5)
MOST_TRIES = 10
"""The wait triples from one try to the next: the last one comes fourteen hours after the first."""

PLAIN = Q(match=None)
"""Letters that say no more than was written."""
Made = Callable[[Letter], EmailMessage | None]

log = logging.getLogger(__name__)


def letter_write(*, to: str, subject: str, text: str, until: datetime | None = None) -> None:
    """Owe somebody a mail from the commit on; it is not worth sending after `until`."""
    if not re.search(PATTERN, to):
        raise ValueError("not an address")
    one_line = " ".join(subject.split())[:200]
    now = timezone.now()
    Letter.objects.create(to=to, subject=one_line, text=text, at=now, until=until)
    transaction.on_commit(nudge_letters)


def plain(letter: Letter) -> EmailMessage | None:
    """A letter as it was written."""
    headers = {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(
        letter.subject, letter.text, settings.MAIL_FROM, [letter.to], headers=headers
    )


def letters_send(
    wanted: Q = PLAIN, made: Made = plain, sent_off: Callable[[Letter], None] | None = None
) -> int:
    """Send what is due over one connection; how many were sent. What fails is tried again later.

    `made` makes the mail of a letter, or None where there is nothing to say any more.
    """
    if not Letter.objects.filter(wanted, at__lte=timezone.now()).exists():
        return 0
    waiting = _taken(wanted)
    sent = 0
    post = get_connection()
    try:
        if waiting:
            post.open()
        while waiting:
            letter = waiting[-1]
            if _sent(post, letter, made(letter)):
                sent += 1
                if sent_off:
                    sent_off(letter)
            waiting.pop()
    except Exception as error:
        log.warning("no mail server takes our letters, they are tried again: %s", error)
        _put_off(waiting)
    finally:
        post.close()
    return sent


@transaction.atomic
def _taken(wanted: Q) -> list[Letter]:
    """Due letters that are nobody else's for a while."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now).delete()
    skip = connection.features.has_select_for_update_skip_locked
    due = Letter.objects.select_for_update(skip_locked=skip).filter(wanted, at__lte=now)
    letters = list(due.order_by("-at")[:SENT_AT_ONCE])
    Letter.objects.filter(id__in=[letter.id for letter in letters]).update(at=now + LEASE)
    return letters


def _sent(post: BaseEmailBackend, letter: Letter, message: EmailMessage | None) -> bool:
    """Whether the mail server has taken this letter; raises when there is no server any more."""
    if message is None:
        letter.delete()
        return False
    try:
        post.send_messages([message])
    except (SMTPServerDisconnected, ConnectionError, TimeoutError):
        raise
    except Exception as error:
        log.warning("letter %s was not taken: %s", letter.id, type(error).__name__)
        if refused_for_good(error):
            if isinstance(error, SMTPRecipientsRefused):
                bounce_note(email=letter.to, answer=str(error))
            letter.delete()
        else:
            _put_off([letter])
        return False
    letter.delete()
    return True


def _put_off(letters: list[Letter]) -> None:
    """Each gets another try after a longer wait, until there were too many."""
    now = timezone.now()
    for letter in letters:
        wait = FIRST_WAIT * 3**letter.tries
        letter.tries += 1
        if letter.tries >= MOST_TRIES:
            log.error("letter %s is given up after %s tries", letter.id, letter.tries)
            letter.delete()
        else:
            Letter.objects.filter(id=letter.id).update(at=now + wait, tries=letter.tries)


def refused_for_good(error: Exception) -> bool:
    """Whether the mail server has said that it will never take this mail."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500
