"""Figures that this process counts for the operator; their labels tell nothing of a match."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from prometheus_client import Counter, Gauge, Histogram

from events.afterwards import afterwards

# All have labels: without, every command that only imports this would leave a file of figures.
MOVES = Counter("gobelet_moves", "Moves accepted and committed.", ["by"])
TASK_SECONDS = Histogram(
    "gobelet_task_seconds",
    "How long workers took: a sweep, the bots of one match while it is locked.",
    ["task"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2.0, 10.0),
)
LAST_RUN = Gauge(
    "gobelet_task_last_timestamp_seconds",
    "When a task was last begun.",
    ["task"],
    multiprocess_mode="mostrecent",
)


def move_counted(*, bot: bool) -> None:
    """Count a move once its transaction is committed."""
    afterwards(_moves("bot" if bot else "player").inc)


@cache
def _moves(by: str) -> Counter:
    return MOVES.labels(by)


@contextmanager
def task_timed(task: str) -> Iterator[None]:
    """Note when a worker's task began and how long it took."""
    LAST_RUN.labels(task).set_to_current_time()
    with TASK_SECONDS.labels(task).time():
        yield
