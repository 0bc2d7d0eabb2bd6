"""Wake workers through the broker; a lost message costs no more than the wait for a sweep."""

import logging

from celery import current_app

from events.work.breaker import CircuitBreaker

log = logging.getLogger(__name__)

EXPIRES_SECONDS = 60

breaker = CircuitBreaker()


def wake_worker(match_id: str) -> None:
    """Wake a worker to settle a match now; never fails, whatever the broker does."""
    _send_task("events.tasks.settle", match_id)


def wake_bots(match_id: str) -> None:
    """Wake a worker to play the bots of a match, or of one that comes before it; never fails."""
    _send_task("events.tasks.play_bots", match_id)


def wake_mail() -> None:
    """Wake a worker to send the due mails; never fails either."""
    _send_task("events.tasks.send_mails")


def wake_outgoing() -> None:
    """Wake a worker to send the due notifications over HTTP; never fails either."""
    _send_task("events.tasks.send_outgoing")


def _send_task(task: str, *arguments: str) -> None:
    if breaker.is_open:
        return
    try:
        current_app.send_task(task, arguments, retry=False, expires=EXPIRES_SECONDS)
    except Exception as error:
        breaker.open()
        log.warning("the broker does not answer, the next sweep does what is due: %s", error)
