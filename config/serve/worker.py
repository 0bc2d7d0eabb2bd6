"""The Celery worker: what `celery -A config worker` is, without loading Celery's command line.

That command line loads an interactive shell, half a second of every start.
"""

import sys

from config.celery import app

# Two processes: a slow webhook must not hold up the sweep that ends overdue turns, and a bot that
# thinks must not hold up either.
PROCESSES = 2


def main(name: str) -> None:
    """Work under this name until a signal says stop."""
    worker = app.Worker(
        hostname=name,
        pool="prefork",
        concurrency=PROCESSES,
        loglevel="WARNING",
        quiet=True,
        # Workers here need not know of each other, and asking around takes a second at the start.
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    sys.exit(worker.exitcode)


if __name__ == "__main__":
    main(sys.argv[1])
