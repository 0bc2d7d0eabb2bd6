"""Spans and log records to an OpenTelemetry collector, where OTEL_EXPORTER_OTLP_ENDPOINT is set.

A span is a request or a worker's task, made from its duration when it is over. Its attributes are
those of the metrics: routes, methods, statuses and names of tasks, never anything of a match.
"""

import logging
import os
import time
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from events.metrics import Attributes, spans_observe


def telemetry_start() -> list[Any]:
    """Export spans and logs from now on, if asked to; return the providers, to be flushed."""
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return []
    if not find_spec("opentelemetry"):
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not installed: "
            "pip install -r requirements-telemetry.txt"
        )
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": "gobelet", "service.version": settings.VERSION})
    spans = TracerProvider(resource=resource)
    spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = spans.get_tracer("gobelet")

    def export(name: str, attributes: Attributes, seconds: float) -> None:
        ended = time.time_ns()
        span = tracer.start_span(
            name, attributes=attributes, start_time=ended - int(seconds * 1_000_000_000)
        )
        span.end(ended)

    spans_observe(export)
    logs = LoggerProvider(resource=resource)
    logs.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    logging.getLogger().addHandler(_Handler(logs))
    return [spans, logs]


class _Handler(logging.Handler):
    """Passes log records on; not those of the exporter, which would never end."""

    def __init__(self, provider: Any) -> None:
        super().__init__()
        self._provider = provider

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("opentelemetry", "urllib3", "requests")):
            return
        from opentelemetry._logs import LogRecord

        text = self.format(record)
        made = LogRecord(
            timestamp=int(record.created * 1_000_000_000),
            severity_text=record.levelname,
            body=text,
        )
        self._provider.get_logger(record.name).emit(made)
