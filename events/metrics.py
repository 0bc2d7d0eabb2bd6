"""Prometheus metrics counted by this process; their labels reveal nothing about a match.

Not here: gauges read from the database (events/gauges.py). May import errors and database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

from events.database.transactions import after_commit

# All have labels: a metric without any creates its multiprocess file on import, in every command.
MOVES = Counter("gobelet_moves", "Moves accepted and committed.", ["by"])
TASK_SECONDS = Histogram(
    "gobelet_task_seconds",
    "Duration of worker tasks: a sweep, the bots of one match while it is locked.",
    ["task"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2.0, 10.0),
)
LAST_RUN = Gauge(
    "gobelet_task_last_timestamp_seconds",
    "When a task last started.",
    ["task"],
    multiprocess_mode="mostrecent",
)


def move_count(*, bot: bool) -> None:
    """Count a move once its transaction has committed."""
    after_commit(_moves("bot" if bot else "player").inc)


@cache
def _moves(by: str) -> Counter:
    return MOVES.labels(by)


@contextmanager
def task_time(task: str) -> Iterator[None]:
    """Record the start time and the duration of a worker's task."""
    LAST_RUN.labels(task).set_to_current_time()
    with TASK_SECONDS.labels(task).time():
        yield


def last_runs() -> dict[str, float]:
    """Return when each task last started in any process of this machine, as Unix time."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    samples = (sample for metric in registry.collect() for sample in metric.samples)
    return {
        sample.labels["task"]: sample.value
        for sample in samples
        if sample.name == "gobelet_task_last_timestamp_seconds"
    }
