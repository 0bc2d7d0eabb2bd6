"""Prometheus metrics counted by this process; their labels reveal nothing about a match.

Not here: gauges read from the database (events/gauges.py). May import errors and database.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter

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


Attributes = dict[str, str | int]
Observer = Callable[[str, Attributes, float], None]
_observers: list[Observer] = []


def spans_observe(observer: Observer) -> None:
    """Call the observer with name, attributes and seconds of each request and task that ends."""
    _observers.append(observer)


def span_report(name: str, attributes: Attributes, seconds: float) -> None:
    """Tell the observers of a request or a task that has ended."""
    for observer in _observers:
        observer(name, attributes, seconds)


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
    began = perf_counter()
    try:
        yield
    finally:
        took = perf_counter() - began
        TASK_SECONDS.labels(task).observe(took)
        span_report(task, {"task": task}, took)


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
