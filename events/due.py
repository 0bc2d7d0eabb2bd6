"""What the server owes a match and from when on: rows that a sweep finds, whatever got lost."""

from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.utils import timezone

from events.models import Due, Match
from events.nudge import nudge


def due_set(match: Match, kind: Due.Kind, at: datetime) -> None:
    """Owe this from that moment on, in place of what was owed before; hastened if it is now."""
    Due.objects.update_or_create(match=match, kind=kind, defaults={"at": at})
    if at <= timezone.now():
        transaction.on_commit(partial(nudge, match.id))


def due_clear(match: Match, kind: Due.Kind) -> None:
    """Owe it no more."""
    Due.objects.filter(match=match, kind=kind).delete()


def due_matches(*, most: int) -> list[str]:
    """Matches for which something is due now and that nobody else is busy with."""
    rows = Due.objects.filter(at__lte=timezone.now()).order_by("at")
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        return list(dict.fromkeys(rows.values_list("match_id", flat=True)[:most]))
