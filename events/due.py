"""What the server owes a match and from when on: rows that a sweep finds, whatever got lost."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from events.models import Due, Match
from events.nudge import nudge

PUT_OFF = timedelta(minutes=1)


def due_set(match: Match, kind: Due.Kind, at: datetime) -> None:
    """Owe this from that moment on, in place of what was owed before; hastened if it is now."""
    Due.objects.update_or_create(match=match, kind=kind, defaults={"at": at})
    if at <= timezone.now():
        transaction.on_commit(partial(nudge, match.id))


def due_clear(match: Match, kind: Due.Kind) -> None:
    """Owe it no more."""
    Due.objects.filter(match=match, kind=kind).delete()


def due_matches(*, most: int) -> list[str]:
    """Matches for which something is due now, the longest overdue first."""
    rows = Due.objects.filter(at__lte=timezone.now()).order_by("at")
    return list(dict.fromkeys(rows.values_list("match_id", flat=True)[:most]))


def due_put_off(match_id: str) -> None:
    """What could not be done is tried again later, so that it does not stand before the rest."""
    now = timezone.now()
    Due.objects.filter(match_id=match_id, at__lte=now).update(at=now + PUT_OFF)
