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
from django.db.models import Q, QuerySet
from django.utils import timezone

from events.addresses import PATTERN
from events.bounces import bounce_note
from events.models import Letter
from events.nudge import nudge_letters

SENT_AT_ONCE = 20
LEASE = timedelta(seconds=20)
"""How long nobody else tries what one worker has taken: what its death costs at most. It begins
anew with each letter, and is longer than a server may be silent."""
FIRST_WAIT = timedelta(seconds=5)
MOST_TRIES = 10
"""The wait triples from one try to the next: the last one comes fourteen hours after the first."""
KEPT = timedelta(days=90)

PLAIN = Q(match=None)
"""Letters that say no more than was written."""
Made = Callable[[Letter], EmailMessage | None]
SentOff = Callable[[Letter], None]

log = logging.getLogger(__name__)


def letter_write(
    *, to: str, subject: str, text: str, until: datetime | None = None, stop: str = ""
) -> None:
    """Owe somebody a mail from the commit on; it is not worth sending after `until`.

    `stop` is where its reader can ask for no more such mails.
    """
    if not re.search(PATTERN, to):
        raise ValueError("not an address")
    one_line = " ".join(subject.split())[:200]
    now = timezone.now()
    Letter.objects.create(to=to, subject=one_line, text=text, at=now, until=until, stop=stop)
    transaction.on_commit(nudge_letters)


def letters_forget() -> None:
    """Delete dead letters that nobody has looked at for long."""
    Letter.objects.filter(dead_at__lt=timezone.now() - KEPT).delete()


def plain(letter: Letter) -> EmailMessage | None:
    """A letter as it was written."""
    headers = {
        "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
        "Auto-Submitted": "auto-generated",
        **(stopping(letter.stop) if letter.stop else {}),
    }
    return EmailMessage(
        letter.subject, letter.text, settings.MAIL_FROM, [letter.to], headers=headers
    )


def stopping(url: str) -> dict[str, str]:
    """The headers by which mail programs stop mails with one click (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def letters_send(wanted: Q = PLAIN, made: Made = plain, sent_off: SentOff | None = None) -> int:
    """Send what is due over one connection; how many were sent. What fails is tried again later.

    `made` makes the mail of a letter, or None where there is nothing to say any more.
    """
    if not _due(wanted).exists():
        return 0
    waiting = _taken(wanted)
    sent = 0
    post = get_connection()
    try:
        if waiting:
            post.open()
        while waiting:
            sent += _sent(post, waiting[-1], made, sent_off)
            waiting.pop()
    except Exception as error:
        log.warning("no mail server takes our letters, they are tried again: %s", error)
        _put_off(waiting, repr(error))
    finally:
        post.close()
    return sent


def _due(wanted: Q) -> QuerySet[Letter]:
    return Letter.objects.filter(wanted, at__lte=timezone.now(), dead_at=None)


@transaction.atomic
def _taken(wanted: Q) -> list[Letter]:
    """Due letters that are nobody else's for a while."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now, dead_at=None).delete()
    skip = connection.features.has_select_for_update_skip_locked
    due = _due(wanted).select_for_update(skip_locked=skip)
    letters = list(due.order_by("-at")[:SENT_AT_ONCE])
    for letter in letters:
        letter.at = now + LEASE
    Letter.objects.filter(id__in=[letter.id for letter in letters]).update(at=now + LEASE)
    return letters


def _own(letter: Letter) -> QuerySet[Letter]:
    """A letter as long as nobody has taken it since we did."""
    return Letter.objects.filter(id=letter.id, at=letter.at)


def _is_ours(letter: Letter) -> bool:
    """Take a letter for as long again, unless somebody else has it by now."""
    until = timezone.now() + LEASE
    ours = _own(letter).update(at=until) == 1
    letter.at = until
    return ours


def _sent(post: BaseEmailBackend, letter: Letter, made: Made, sent_off: SentOff | None) -> bool:
    """Whether the mail server has taken this letter; raises when there is no server any more."""
    if not _is_ours(letter):
        return False
    try:
        message = made(letter)
    except Exception as error:
        log.exception("letter %s could not be written, the others go on", letter.id)
        _put_off([letter], type(error).__name__)  # what it says may be about what is hidden
        return False
    if message is not None and not _is_accepted(post, letter, message):
        return False
    if message is not None and sent_off:
        sent_off(letter)  # first, as notices wait for the letter to be gone
    letter.delete()
    return message is not None


def _is_accepted(post: BaseEmailBackend, letter: Letter, message: EmailMessage) -> bool:
    """Hand a mail over; what is refused for good is dead at once."""
    try:
        post.send_messages([message])
    except (SMTPServerDisconnected, ConnectionError, TimeoutError):
        raise
    except Exception as error:
        log.warning("letter %s was not taken: %s", letter.id, type(error).__name__)
        if not refused_for_good(error):
            _put_off([letter], repr(error))
            return False
        if isinstance(error, SMTPRecipientsRefused):
            bounce_note(email=letter.to, answer=str(error))
        _give_up(letter, repr(error))
        return False
    return True


def _put_off(letters: list[Letter], trouble: str) -> None:
    """Each gets another try after a longer wait, until there were too many."""
    now = timezone.now()
    for letter in letters:
        wait = FIRST_WAIT * 3**letter.tries
        letter.tries += 1
        if letter.tries >= MOST_TRIES:
            _give_up(letter, trouble)
        else:
            _own(letter).update(at=now + wait, tries=letter.tries, trouble=trouble[:200])


def _give_up(letter: Letter, trouble: str) -> None:
    """A dead letter is kept for administrators to see."""
    log.error("letter %s is given up after %s tries", letter.id, letter.tries)
    _own(letter).update(dead_at=timezone.now(), tries=letter.tries, trouble=trouble[:200])


def refused_for_good(error: Exception) -> bool:
    """Whether the mail server has said that it will never take this mail."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500
