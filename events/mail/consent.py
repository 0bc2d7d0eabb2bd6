"""Mails that others cause: an address's reader can stop them, and a day has only so many.

Counted for the address over all senders; only a keyed digest of the address is stored.
"""

from datetime import timedelta

from django.utils import timezone

from events.database.statements import fetch
from events.mail.tokens import mac
from events.models import MailCount, StoppedMail

Kind = StoppedMail.Kind

CODES_STOPPED_FOR = timedelta(days=30)
"""A stop of sign-in codes ends by itself, for a reader who has lost the link that undoes it."""

_COUNT = """
INSERT INTO events_mailcount (address, kind, day, count) VALUES (%s, %s, %s, 1)
ON CONFLICT (address, kind, day) DO UPDATE SET count = events_mailcount.count + 1
WHERE events_mailcount.count < %s RETURNING count
"""


def mail_count(email: str, kind: Kind, *, most: int) -> bool:
    """Count one more mail today, in the caller's transaction; False if there were `most`."""
    day = timezone.now().date()
    return most > 0 and bool(fetch(_COUNT, [_digest(email), kind.value, day, most]))


def is_stopped(email: str, kind: Kind) -> bool:
    """Whether the reader of an address has stopped mails of this kind."""
    stopped = StoppedMail.objects.filter(address=_digest(email), kind=kind)
    if kind == Kind.CODE:
        stopped = stopped.filter(at__gt=timezone.now() - CODES_STOPPED_FOR)
    return stopped.exists()


def mail_stop(email: str, kind: Kind) -> None:
    """Send an address no more mails of a kind; repeating it changes nothing else."""
    StoppedMail.objects.update_or_create(
        address=_digest(email), kind=kind, defaults={"at": timezone.now()}
    )


def mail_resume(email: str, *kinds: Kind) -> None:
    """Send an address mails of these kinds again."""
    StoppedMail.objects.filter(address=_digest(email), kind__in=kinds).delete()


def counts_delete_expired() -> None:
    """Delete the counts of earlier days."""
    MailCount.objects.filter(day__lt=timezone.now().date()).delete()


def _digest(email: str) -> str:
    return mac("address", email.encode()).hex()
