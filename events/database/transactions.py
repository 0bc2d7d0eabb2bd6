"""Transactions of requests, durable once they return, and callbacks after the commit.

PostgreSQL lets transactions that end at the same time share one sync of its log. SQLite has one
writer at a time, and each would wait for the disk alone. So on SQLite, requests that wait for each
other share a commit (group commit): the thread that gets the lock runs the work of all waiting
threads in one transaction, each in a savepoint of its own.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from random import uniform
from threading import Lock, local
from time import sleep
from typing import Any, Generic, TypeVar

from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet
from psycopg.errors import DeadlockDetected

from events.database.write_turn import write_turn

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)

PAUSES = (0.02, 0.04, 0.08, 0.16)
"""The longest random wait in seconds before each retry after a deadlock. A retry without a wait
would often come before the other transaction has woken, and both would deadlock again."""


def run_in_transaction(work: Callable[[], T]) -> T:
    """Run the work in a transaction and return its result once everything it wrote is durable.

    If it raises, its writes are rolled back. It may run in another thread, or again after a
    deadlock, and must not depend on the outcome of a commit.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _group_commit.run(work)
    for pause in PAUSES:
        try:
            return _run_alone(work)
        except OperationalError as error:
            if not isinstance(error.__cause__, DeadlockDetected) or connection.in_atomic_block:
                raise
        sleep(uniform(0, pause))
    return _run_alone(work)


def _run_alone(work: Callable[[], T]) -> T:
    with transaction.atomic():
        return work()


def lock_if_free(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Lock these rows, skipping those that another transaction has locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skip, of=("self",), no_key=True)


class _Job(Generic[T]):
    """The work of one thread, with its result or its exception."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._value: T
        self.error: Exception | None = None
        self.done = False

    def run(self) -> None:
        """Run the work in a savepoint; an exception rolls back this work alone."""
        try:
            with transaction.atomic():
                self._value = self._work()
        except Exception as error:
            self.error = error

    def result(self) -> T:
        """Return the result of the work, or raise its exception."""
        if self.error is not None:
            raise self.error
        return self._value


class _GroupCommit:
    """Group commit: runs the work of this process's threads in as few transactions as possible."""

    def __init__(self) -> None:
        self._waiting: deque[_Job[Any]] = deque()
        self._writing = Lock()

    def run(self, work: Callable[[], T]) -> T:
        job = _Job(work)
        self._waiting.append(job)
        with write_turn.laid_down():
            self._writing.acquire()
        try:
            if not job.done:
                self._commit()
        finally:
            self._writing.release()
        return job.result()

    def _commit(self) -> None:
        """Run in one transaction all jobs that are waiting once it has begun."""
        jobs: list[_Job[Any]] = []
        try:
            with transaction.atomic():
                jobs = self._take_waiting()
                for job in jobs:
                    job.run()
        except Exception as error:  # nothing was committed: every job has failed
            jobs = jobs or self._take_waiting()
            for job in jobs:
                job.error = error
        for job in jobs:
            job.done = True

    def _take_waiting(self) -> list[_Job[Any]]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]


_group_commit = _GroupCommit()


Action = Callable[[], object]


class _Collecting(local):
    actions: list[Action] | None = None


_collecting = _Collecting()


def after_commit(*actions: Action) -> None:
    """Run these callbacks once the transaction has committed, and never if it is rolled back."""
    if _collecting.actions is not None:
        _collecting.actions.extend(actions)
        return
    if actions:
        transaction.on_commit(partial(_run_all, actions))


def _run_all(actions: Iterable[Action]) -> None:
    for action in actions:
        action()


@contextmanager
def collect_after_commit() -> Iterator[list[Action]]:
    """Inside, `after_commit` only adds callbacks to this list, for a transaction yet to begin."""
    actions: list[Action] = []
    _collecting.actions = actions
    try:
        yield actions
    finally:
        _collecting.actions = None
