"""Metrics of requests in this process, and the exposition of all metrics of the machine.

Labels are routes, methods and classes of status: never an id, a name or anything of a match.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from events import metrics as _of_events  # noqa: F401  (registers its metrics at start)
from events.gauges import backlogs, mails_dead, matches_by_status, notices_dead, reports_open
from events.metrics import Attributes, span_report
from events.proof.check_record import last_check

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REQUESTS = Counter("gobelet_http_requests", "Requests answered.", ["route", "method", "status"])
SECONDS = Histogram(
    "gobelet_http_request_seconds",
    "Time to make an answer; of a stream, to open it.",
    ["route", "method"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
)
STREAMS = Gauge("gobelet_streams_open", "Open streams.", ["kind"], multiprocess_mode="livesum")


def metrics_middleware(
    handler: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Django middleware: count each request and its duration under its route."""

    def handle(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = handler(request)
        found = request.resolver_match
        method = request.method if request.method in METHODS else "other"
        route = found.route if found else "other"
        request_count(route, str(method), response.status_code, perf_counter() - began)
        return response

    return handle


def request_count(route: str, method: str, status: int, took: float) -> None:
    """Count an answer and its duration in seconds."""
    count, seconds = _labelled(route, method, status // 100)
    seconds.observe(took)
    count.inc()
    attributes: Attributes = {
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status,
    }
    span_report(f"{method} {route}", attributes, took)


@contextmanager
def stream_count(kind: str) -> Iterator[None]:
    """Count a stream of this kind as open inside the context."""
    gauge = STREAMS.labels(kind)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def exposition() -> bytes:
    """All metrics of this machine's processes and of the database, in Prometheus' text format."""
    forget_dead_processes()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(_Database())
    return generate_latest(registry)


class _Database:
    """A collector of the gauges that are queried from the database at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            figures = (matches_by_status(), backlogs(), reports_open())
            dead = (notices_dead(), mails_dead())
        except DatabaseError:
            yield GaugeMetricFamily("gobelet_database_up", "The database answers.", 0)
            return
        matches, waiting, reports = figures
        yield GaugeMetricFamily("gobelet_database_up", "The database answers.", 1)
        yield _family("gobelet_matches", "Matches going on.", "status", matches)
        yield _family(
            "gobelet_backlog",
            "Duties that could be done now.",
            "kind",
            {name: count for name, (count, _) in waiting.items()},
        )
        yield _family(
            "gobelet_backlog_oldest_seconds",
            "How long the oldest of them has waited.",
            "kind",
            {name: oldest for name, (_, oldest) in waiting.items()},
        )
        yield GaugeMetricFamily("gobelet_reports_open", "Complaints not settled.", reports)
        yield GaugeMetricFamily(
            "gobelet_notices_dead", "Notices that could not be delivered.", dead[0]
        )
        yield GaugeMetricFamily("gobelet_mails_dead", "Mails that could not be delivered.", dead[1])
        if checked := last_check():
            at, faults = checked.at.timestamp(), checked.faults
            yield GaugeMetricFamily(
                "gobelet_log_check_timestamp_seconds", "When all logs were last checked.", at
            )
            yield GaugeMetricFamily("gobelet_log_check_faults", "Faults found then.", faults)


def forget_dead_processes() -> None:
    """Remove the live gauges of processes that have died."""
    for path in Path(settings.METRICS_DIR).glob("gauge_live*_*.db"):
        pid = int(path.stem.rsplit("_", 1)[1])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        except PermissionError:
            pass  # alive, but owned by another user


def _family(name: str, text: str, label: str, values: dict[str, Any]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for value, figure in values.items():
        family.add_metric([value], figure)
    return family


@cache
def _labelled(route: str, method: str, status: int) -> tuple[Any, Any]:
    return REQUESTS.labels(route, method, f"{status}xx"), SECONDS.labels(route, method)
