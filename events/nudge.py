"""A word to the workers that something is due; losing it costs no more than a sweep's wait."""

import logging

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

EXPIRES_SECONDS = 60


def nudge(match_id: str) -> None:
    """Ask a worker to look at a match now; never fails."""
    try:
        current_app.send_task(
            "events.tasks.look_at", [match_id], retry=False, expires=EXPIRES_SECONDS
        )
    except (OperationalError, OSError) as error:
        log.warning("no broker took the nudge, the sweep will do it: %s", error)
