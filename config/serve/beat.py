"""Celery beat: what `celery -A config beat` is, without loading Celery's command line."""

import sys

from config.celery import app


def main(schedule: str) -> None:
    """Send what is due until a signal says stop, remembering in this file what was sent when."""
    # No pidfile: one left by a SIGKILL would keep the next beat from starting.
    app.Beat(schedule=schedule, pidfile=None, loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main(sys.argv[1])
