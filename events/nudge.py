"""A word to the workers that something is due; losing it costs no more than a sweep's wait."""

import logging
from time import monotonic

from celery import current_app

log = logging.getLogger(__name__)

EXPIRES_SECONDS = 60
PAUSE_SECONDS = 5
"""How long a broker that did not answer is left alone, so that nobody waits for it twice."""

_not_before = 0.0


def nudge(match_id: str) -> None:
    """Ask a worker to look at a match now; never fails, whatever the broker does."""
    global _not_before
    if monotonic() < _not_before:
        return
    try:
        current_app.send_task(
            "events.tasks.look_at", [match_id], retry=False, expires=EXPIRES_SECONDS
        )
    except Exception as error:
        _not_before = monotonic() + PAUSE_SECONDS
        log.warning("no broker took the nudge, the sweep will do it: %s", error)
