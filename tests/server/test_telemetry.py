"""Spans and logs as a collector receives them, by the real protocol; log lines as JSON."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.json_logs import JsonFormatter
from config.telemetry import telemetry_start
from events import metrics, tasks
from tests.events.notifications.receivers import Receiver, receiver
from tests.support.people import full_table, play_to_the_end
from tests.support.server import ROOT
from tests.support.services.serve import serve_environment
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")
ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
ATTRIBUTES = {"http.route", "http.request.method", "http.response.status_code", "task"}
"""Whatever is added here must be the same for every match: docs/operate.md promises it."""


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Receiver, list[Any]]]:
    """A collector on loopback, and the providers that export to it."""
    monkeypatch.setattr(metrics, "_observers", [])
    handlers = [*logging.getLogger().handlers]
    with receiver() as machine:
        machine.status = 200
        monkeypatch.setenv(ENDPOINT, machine.url.partition("/gobelet")[0])
        providers = telemetry_start()
        yield machine, providers
        for provider in providers:
            provider.shutdown()
        logging.getLogger().handlers[:] = handlers


def spans(machine: Receiver, providers: list[Any]) -> set[tuple[str, str]]:
    """Every span that was exported since the last call: its name and its attributes."""
    for provider in providers:
        assert provider.force_flush()
    found = set()
    for request in machine.received:
        if request.path == "/v1/traces":
            for resource in ExportTraceServiceRequest.FromString(request.body).resource_spans:
                for span in (one for scope in resource.scope_spans for one in scope.spans):
                    assert {one.key for one in span.attributes} <= ATTRIBUTES
                    assert span.end_time_unix_nano >= span.start_time_unix_nano
                    found.add((span.name, str(sorted(map(str, span.attributes)))))
    machine.received.clear()
    return found


def test_spans_say_nothing_of_a_match(collector: tuple[Receiver, list[Any]]) -> None:
    told = []
    for _ in range(2):
        match, people = full_table(2, options={"planks": 5})
        play_to_the_end(match, people)
        sweep_all()
        assert people[0].play(match, {"type": "believe"}).status_code == 422
        tasks.notify()
        told.append(spans(*collector))
    names = {name for name, _ in told[0]}
    assert {"sweep", "notify", "POST api/v1/matches/<match:match>/moves"} <= names
    assert told[0] == told[1]


def test_logs_reach_the_collector(collector: tuple[Receiver, list[Any]]) -> None:
    machine, providers = collector
    logging.getLogger("events.work").warning("the broker does not answer")
    logging.getLogger("opentelemetry.exporter").warning("the collector does not answer")
    for provider in providers:
        assert provider.force_flush()
    sent = [one.body for one in machine.received if one.path == "/v1/logs"]
    records = [
        record.body.string_value
        for body in sent
        for resource in ExportLogsServiceRequest.FromString(body).resource_logs
        for scope in resource.scope_logs
        for record in scope.log_records
    ]
    assert records == ["the broker does not answer"]


def test_without_an_endpoint_nothing_is_imported(tmp_path: Any) -> None:
    program = (
        "import sys, django; django.setup()\n"
        "from config.telemetry import telemetry_start\n"
        "assert telemetry_start() == [] and 'opentelemetry.exporter' not in sys.modules\n"
        "import logging; logging.getLogger('a').error('in %s', 'JSON')\n"
    )
    environment = serve_environment(tmp_path, 0, DJANGO_SETTINGS_MODULE="config.settings")
    environment = {name: value for name, value in environment.items() if name != ENDPOINT}
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment | {"LOG_FORMAT": "json"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    line = json.loads(ended.stderr.splitlines()[-1])
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "a", "in JSON")


def test_an_exception_is_one_line_of_json() -> None:
    try:
        raise ValueError("of two\nlines")
    except ValueError:
        caught = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "f.py", 1, "it failed", None, caught)
    text = JsonFormatter().format(record)
    assert "\n" not in text
    said = json.loads(text)
    assert said["message"] == "it failed"
    assert said["process"] == os.getpid()
    assert said["exception"].endswith("ValueError: of two\nlines")
