"""The worker process: `celery -A config worker -Q …` without loading Celery's command line.

That command line imports an interactive shell, half a second of every start.
"""

import sys

from django.conf import settings
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from config.celery import app

# Two processes: a mail server that answers late must not delay the sweep that ends overdue turns.
# Outgoing requests wait in threads of their own (events/notifications/http/outgoing.py).
POOLS = {"celery": ("prefork", 2), "bots": ("solo", 1), "outgoing": ("solo", 1)}
"""The kind of pool and its number of processes, for each queue."""


def main(queue: str, name: str) -> None:
    """Run a worker of this name, for one queue, until a signal stops it."""
    pool, processes = POOLS[queue]
    if settings.WORKER_METRICS_PORT:
        metrics_serve(settings.WORKER_METRICS_PORT)
    worker = app.Worker(
        hostname=name,
        queues=[queue],
        pool=pool,
        concurrency=processes,
        loglevel="WARNING",
        quiet=True,
        # Our workers need not know each other, and their discovery takes a second at the start.
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    sys.exit(worker.exitcode)


def metrics_serve(port: int) -> None:
    """Answer with the metrics of this machine's processes, where no web process does."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    start_http_server(port, registry=registry)


if __name__ == "__main__":
    main(*sys.argv[1:])
