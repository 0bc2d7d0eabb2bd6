"""A word to the workers that something is due; losing it costs no more than a sweep's wait."""

import logging

from celery import current_app

from events.pause import Pause

log = logging.getLogger(__name__)

EXPIRES_SECONDS = 60

pause = Pause()


def nudge(match_id: str) -> None:
    """Ask a worker to look at a match now; never fails, whatever the broker does."""
    _ask("events.tasks.look_at", match_id)


def nudge_letters() -> None:
    """Ask a worker to send what letters are due; never fails either."""
    _ask("events.tasks.send_letters")


def nudge_notices() -> None:
    """Ask a worker to tell people what there is to tell; never fails either."""
    _ask("events.tasks.tell")


def _ask(task: str, *arguments: str) -> None:
    if pause.lasts:
        return
    try:
        current_app.send_task(task, arguments, retry=False, expires=EXPIRES_SECONDS)
    except Exception as error:
        pause.begin()
        log.warning("no broker took the nudge, the sweep will do it: %s", error)
