"""What is done once a transaction is committed; who prepares one can hold it back until then."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import local

from django.db import transaction

Action = Callable[[], object]


class _Held(local):
    actions: list[Action] | None = None


_held = _Held()


def afterwards(*actions: Action) -> None:
    """Do this when what is being written is committed, and never if it is not."""
    if _held.actions is not None:
        _held.actions.extend(actions)
        return
    if actions:
        transaction.on_commit(partial(_do, actions))


def _do(actions: Iterable[Action]) -> None:
    for action in actions:
        action()


@contextmanager
def held_back() -> Iterator[list[Action]]:
    """What is to be done afterwards is only noted inside, for a transaction still to come."""
    actions: list[Action] = []
    _held.actions = actions
    try:
        yield actions
    finally:
        _held.actions = None
