"""The beat process: `celery -A config beat` without loading Celery's command line or any task."""

import sys

from celery.apps.beat import Beat

from config.celery import app


class BeatWithoutTasks(Beat):  # type: ignore[misc]
    """Sends tasks by name: importing them and setting up Django would be most of its start."""

    def init_loader(self) -> None:
        self.app.finalize()


def main(schedule: str) -> None:
    """Send due tasks until a signal arrives; the file `schedule` records when each was sent."""
    # No pidfile: one left by a SIGKILL would keep the next beat from starting.
    BeatWithoutTasks(app=app, schedule=schedule, pidfile=None, loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main(sys.argv[1])
