"""Leases with retry: how every queue works whose rows are sent to another server.

A lease moves `at` of a due row on, and other workers skip the row until then: if its worker dies,
it is due again when the lease ends (at least once). What a worker writes to a leased row, other
than that it is done, it writes only while the lease is its own (never doubled within a lease).

Due work of matches (events/work/due.py) needs no lease: it is done in one transaction.
"""

import logging
from datetime import datetime, timedelta
from random import uniform
from typing import Generic, TypeVar

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from events.database.transactions import lock_if_free
from events.models import QueueRow

LEASE = timedelta(seconds=20)
"""The longest delay that a dead worker causes; longer than any one try takes."""

Row = TypeVar("Row", bound=QueueRow)
State = QueueRow.State
log = logging.getLogger(__name__)


class Queue(Generic[Row]):
    """The rows of one table, with the wait before each retry; after the last one a row is dead.

    `tries` of a row in memory is the number of tries before the present one.
    """

    def __init__(self, model: type[Row], delays: tuple[timedelta, ...]) -> None:
        self._rows = model._default_manager
        self._delays = delays

    def lease(self, rows: QuerySet[Row], *, most: int) -> list[Row]:
        """Lease up to `most` of these rows that are due, the longest due first."""
        now = timezone.now()
        due = rows.filter(state=State.WAITING, at__lte=now)
        if not due.exists():  # SQLite has one writer at a time: do not wait for it in vain
            return []
        with transaction.atomic():
            # A row that kills its worker at each try must not be retried for ever.
            exhausted = due.filter(tries__gt=len(self._delays))
            exhausted.update(state=State.DEAD, at=now, answer="given up")
            leased = list(lock_if_free(due).order_by("at")[:most])
            self._renew(leased)
        return leased

    def begin(self, rows: list[Row]) -> bool:
        """Renew the lease of rows and count a try; False if another worker has leased one since."""
        return self._renew(rows, tries=F("tries") + 1) == len(rows)

    def end(self, rows: list[Row], state: QueueRow.State, answer: str) -> None:
        """Record how rows ended."""
        own = self._rows.filter(pk__in=[row.pk for row in rows])
        own.update(state=state, at=timezone.now(), answer=answer[:200])

    def retry(self, rows: list[Row], answer: str, *, least: timedelta = timedelta(0)) -> None:
        """Try rows again after their next delay, give or take a tenth, and not before `least`."""
        for row in rows:
            if row.tries >= len(self._delays):
                self.give_up([row], answer)
                continue
            at = timezone.now() + max(least, self._delays[row.tries] * uniform(0.9, 1.1))
            self._own([row]).update(at=at, tries=row.tries + 1, answer=answer[:200])

    def give_up(self, rows: list[Row], answer: str) -> None:
        """Mark rows as dead; they stay for an administrator to see."""
        log.warning("given up: %s", ", ".join(f"{row._meta.model_name} {row.pk}" for row in rows))
        self._own(rows).update(state=State.DEAD, at=timezone.now(), answer=answer[:200])

    def release(self, rows: list[Row], until: datetime) -> None:
        """Put rows off without counting a try."""
        for row in rows:
            self._own([row]).update(at=until, tries=row.tries)

    def _own(self, rows: list[Row]) -> QuerySet[Row]:
        """Those of the rows that no other worker has leased since."""
        ids, ends = [row.pk for row in rows], {row.at for row in rows}
        return self._rows.filter(pk__in=ids, at__in=ends)

    def _renew(self, rows: list[Row], **values: object) -> int:
        until = timezone.now() + LEASE
        renewed = self._own(rows).update(at=until, **values)
        for row in rows:
            row.at = until
        return renewed
