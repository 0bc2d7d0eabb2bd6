"""Mails: written as rows with what they are about, sent by a worker, gone once sent."""

import logging
import re
from datetime import datetime, timedelta
from email.utils import make_msgid
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.utils import timezone

from events.addresses import PATTERN
from events.models import Letter
from events.nudge import nudge_letters

SENT_AT_ONCE = 20
LEASE = timedelta(minutes=10)
"""How long nobody else tries what one worker has taken; far longer than a server may be silent."""
FIRST_WAIT = timedelta(seconds=5)
MOST_TRIES = 10
"""The wait triples from one try to the next: the last one comes fourteen hours after the first."""

log = logging.getLogger(__name__)


def letter_write(*, to: str, subject: str, text: str, until: datetime | None = None) -> None:
    """Owe somebody a mail from the commit on; it is not worth sending after `until`."""
    if not re.search(PATTERN, to):
        raise ValueError("not an address")
    one_line = " ".join(subject.split())[:200]
    now = timezone.now()
    Letter.objects.create(to=to, subject=one_line, text=text, at=now, until=until)
    transaction.on_commit(nudge_letters)


def letters_send() -> int:
    """Send what is due over one connection; how many were sent. What fails is tried again later."""
    if not Letter.objects.filter(at__lte=timezone.now()).exists():
        return 0
    waiting = _taken()
    sent = 0
    post = get_connection()
    try:
        if waiting:
            post.open()
        while waiting:
            sent += _sent(post, waiting[-1])
            waiting.pop()
    except Exception as error:
        log.warning("no mail server takes our letters, they are tried again: %s", error)
        _put_off(waiting)
    finally:
        post.close()
    return sent


@transaction.atomic
def _taken() -> list[Letter]:
    """Due letters that are nobody else's for a while."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now).delete()
    skip = connection.features.has_select_for_update_skip_locked
    due = Letter.objects.select_for_update(skip_locked=skip).filter(at__lte=now)
    letters = list(due.order_by("-at")[:SENT_AT_ONCE])
    Letter.objects.filter(id__in=[letter.id for letter in letters]).update(at=now + LEASE)
    return letters


def _sent(post: BaseEmailBackend, letter: Letter) -> bool:
    """Whether the mail server has taken this letter; raises when there is no server any more."""
    headers = {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-generated",
    }
    message = EmailMessage(
        letter.subject, letter.text, settings.MAIL_FROM, [letter.to], headers=headers
    )
    try:
        post.send_messages([message])
    except (SMTPServerDisconnected, ConnectionError, TimeoutError):
        raise
    except Exception as error:
        log.warning("letter %s was not taken: %s", letter.id, type(error).__name__)
        if _for_good(error):
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


def _for_good(error: Exception) -> bool:
    """Whether the mail server has said that it will never take this letter."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500
