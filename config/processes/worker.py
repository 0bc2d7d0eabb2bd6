"""The worker process: `celery -A config worker` without loading Celery's command line.

That command line imports an interactive shell, half a second of every start.
"""

import sys

from config.celery import app

# Two processes: a slow webhook must not delay the sweep that ends overdue turns, and a bot that
# computes its move must not delay either.
PROCESSES = 2


def main(name: str) -> None:
    """Run a worker of this name until a signal stops it."""
    worker = app.Worker(
        hostname=name,
        pool="prefork",
        concurrency=PROCESSES,
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
    main(sys.argv[1])
