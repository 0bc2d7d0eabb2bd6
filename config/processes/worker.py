"""The worker process: `celery -A config worker -Q …` without loading Celery's command line.

That command line imports an interactive shell, half a second of every start.
"""

import sys

from config.celery import app

# Two processes: a bot that computes its move must not delay the sweep that ends overdue turns.
# Outgoing requests wait in threads of their own (events/notifications/http/outgoing.py).
POOLS = {"celery": ("prefork", 2), "outgoing": ("solo", 1)}
"""The kind of pool and its number of processes, for each queue."""


def main(queue: str, name: str) -> None:
    """Run a worker of this name, for one queue, until a signal stops it."""
    pool, processes = POOLS[queue]
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


if __name__ == "__main__":
    main(*sys.argv[1:])
