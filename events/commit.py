"""Transactions of requests: what returns from here is on the disk.

PostgreSQL lets transactions that end at the same time share one sync of its log. SQLite has one
writer at a time, and each would wait for the disk alone. So there requests that have to wait for
each other are committed together: whoever's turn it is writes for all who are waiting, each in a
savepoint of its own.
"""

from collections import deque
from collections.abc import Callable
from random import uniform
from threading import Lock
from time import sleep
from typing import Any, Generic, TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

from events.baton import baton

T = TypeVar("T")

PAUSES = (0.02, 0.04, 0.08, 0.16)
"""Seconds at most before whoever was in a deadlock tries again: at once, it would often be back
before the one in its way has woken, and both would be where they were."""


def committed(work: Callable[[], T]) -> T:
    """What the work returns, once all that it wrote is durable; what it raises undoes it.

    It may run in another thread and must not ask for the outcome of a commit.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _together.committed(work)
    for pause in PAUSES:
        try:
            return _alone(work)
        except OperationalError as error:
            if not isinstance(error.__cause__, DeadlockDetected) or connection.in_atomic_block:
                raise
        sleep(uniform(0, pause))
    return _alone(work)


def _alone(work: Callable[[], T]) -> T:
    with transaction.atomic():
        return work()


class _Job(Generic[T]):
    """Somebody's work, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._value: T
        self.error: Exception | None = None
        self.done = False

    def run(self) -> None:
        """Do the work; a refusal undoes this work alone."""
        try:
            with transaction.atomic():
                self._value = self._work()
        except Exception as error:
            self.error = error

    def result(self) -> T:
        """What came of it."""
        if self.error is not None:
            raise self.error
        return self._value


class _Together:
    """The work of this process's threads, in as few transactions as it comes."""

    def __init__(self) -> None:
        self._waiting: deque[_Job[Any]] = deque()
        self._writing = Lock()

    def committed(self, work: Callable[[], T]) -> T:
        job = _Job(work)
        self._waiting.append(job)
        with baton.laid_down():
            self._writing.acquire()
        try:
            if not job.done:
                self._commit()
        finally:
            self._writing.release()
        return job.result()

    def _commit(self) -> None:
        """One transaction for all that waits by the time that it has begun."""
        jobs: list[_Job[Any]] = []
        try:
            with transaction.atomic():
                jobs = self._taken()
                for job in jobs:
                    job.run()
        except Exception as error:  # nothing was committed, whatever came of each
            jobs = jobs or self._taken()
            for job in jobs:
                job.error = error
        for job in jobs:
            job.done = True

    def _taken(self) -> list[_Job[Any]]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]


_together = _Together()
