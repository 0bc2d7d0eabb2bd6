"""The beat process: `celery -A config beat` without loading Celery's command line."""

import sys

from config.celery import app


def main(schedule: str) -> None:
    """Send due tasks until a signal arrives; the file `schedule` records when each was sent."""
    # No pidfile: one left by a SIGKILL would keep the next beat from starting.
    app.Beat(schedule=schedule, pidfile=None, loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main(sys.argv[1])
