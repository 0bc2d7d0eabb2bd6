"""Transactions of requests, durable once they return, and callbacks after the commit."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from random import uniform
from threading import local
from time import sleep
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet
from psycopg.errors import DeadlockDetected

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)

PAUSES = (0.02, 0.04, 0.08, 0.16)
"""The longest random wait in seconds before each retry after a deadlock. A retry without a wait
would often come before the other transaction has woken, and both would deadlock again."""


def run_in_transaction(work: Callable[[], T]) -> T:
    """Run the work in a transaction and return its result once everything it wrote is durable.

    If it raises, its writes are rolled back. It may run again after a deadlock.
    """
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
