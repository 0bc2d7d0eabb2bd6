"""Move the log of a match that ended long ago into one compressed row (docs/adr/0034-archive.md).

What belongs to it moves along: sealed answers and stored responses. It is done in one transaction,
after the log has been checked and read back from its archive, and only if nothing is due.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from events.idempotency import responses_archive
from events.log.archive import archive_of, rows_in
from events.models import ArchivedLog, Due, LoggedEvent, Match, SealedAnswer, Seat
from events.proof.log_check import chain_fault
from events.seats.locks import match_lock_if_free
from events.selectors.unread import READ_TO

log = logging.getLogger(__name__)

_refused: set[str] = set()
"""Matches that this process could not archive, so that they do not keep others waiting."""


class NotArchived(Exception):
    """The log stays where it is, for the reason given."""


def matches_archive(*, most: int) -> int:
    """Archive up to so many matches, those that ended first; return how many."""
    waiting = matches_to_archive().exclude(id__in=_refused).order_by("finished_at")
    return sum(map(match_archive, waiting.values_list("id", flat=True)[:most]))


def matches_to_archive() -> QuerySet[Match]:
    """Return the matches that ended so long ago that they should be in the archive."""
    if not settings.ARCHIVE_AFTER_DAYS:
        return Match.objects.none()
    before = timezone.now() - timedelta(days=settings.ARCHIVE_AFTER_DAYS)
    return _unarchived().filter(finished_at__lt=before)


def match_archive(match_id: str) -> bool:
    """Archive a match that is over, unless another transaction has locked it; whether it is."""
    try:
        return _archive(match_id)
    except Exception:
        if not _unarchived().filter(id=match_id).exists():
            return False  # another worker was faster
        log.exception("match %s could not be archived; the others go on", match_id)
        _refused.add(match_id)
        return False


def _archive(match_id: str) -> bool:
    match = _unarchived().get(id=match_id)
    rows = list(LoggedEvent.objects.filter(match=match).order_by("seq"))
    # The log of a match that is over does not change: only its writing needs the lock.
    if fault := chain_fault(match):
        raise NotArchived(fault)
    archive = archive_of(match, rows)
    if list(map(_columns, rows_in(archive))) != list(map(_columns, rows)):
        raise NotArchived("it would be read back differently")
    with transaction.atomic():
        if match_lock_if_free(match_id) is None or not _unarchived().filter(id=match_id).exists():
            return False
        _write(match, archive, timezone.now())
    return True


def _write(match: Match, archive: ArchivedLog, now: datetime) -> None:
    Match.objects.filter(id=match.id).update(archived_at=now)
    archive.save(force_insert=True)
    Seat.objects.filter(match=match).update(seen_version=READ_TO)  # it reads the log's own table
    responses_archive(match)
    SealedAnswer.objects.filter(match=match).delete()
    deleted, _ = LoggedEvent.objects.filter(match=match).delete()
    if deleted != archive.version:
        raise NotArchived(f"its log has {deleted} events and not {archive.version}")


def _unarchived() -> QuerySet[Match]:
    """Return the matches that were played, are over and have nothing due."""
    over = Match.objects.filter(
        archived_at=None, started_at__isnull=False, finished_at__isnull=False
    )
    return over.filter(~Exists(Due.objects.filter(match=OuterRef("pk"))))


def _columns(row: LoggedEvent) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if name not in ("_state", "id")}
