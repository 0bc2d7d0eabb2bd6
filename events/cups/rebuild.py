"""Rebuild the rows of cups from their logs."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from events.cups.log import cup_fold, entrants_follow, row_follow, tables_follow
from events.database.queries import iterate_ids
from events.models import Cup
from events.seats.locks import cup_lock


def cups_rebuild() -> Iterator[int]:
    """Rebuild every cup in a transaction of its own; yields how many rows of each were wrong."""
    for cup_id in iterate_ids(Cup.objects.all()):
        yield cup_rebuild(cup_id)


def cups_count() -> int:
    """Return how many numbers `cups_rebuild` yields."""
    return Cup.objects.count()


@transaction.atomic
def cup_rebuild(cup_id: str) -> int:
    """Rebuild the rows of a cup; returns how many were wrong.

    The time when it is due is not counted: it depends on the time now.
    """
    cup = cup_lock(cup_id)
    state, was = cup_fold(cup), cup.status
    row_follow(cup, state, timezone.now())
    return int(was != cup.status) + tables_follow(cup, state) + entrants_follow(cup, state)
