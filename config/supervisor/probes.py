"""Readiness probes: a web process answers over HTTP, workers answer through the broker."""

import http.client
from collections.abc import Callable

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

SECONDS = 1.0

Probe = Callable[[], bool]


def reachable(host: str) -> str:
    """Return the address at which a server that listens on `host` can be reached locally."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def web_answers(host: str, port: int) -> bool:
    """Whether a web process answers GET /health/live at this address."""
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    try:
        connection.request("GET", "/health/live", headers={"Host": "localhost"})
        return connection.getresponse().status < 400
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def workers_answer(app: Celery, workers: list[str]) -> bool:
    """Whether the workers of these names answer a ping through the broker."""
    try:
        return len(app.control.ping(destination=workers, timeout=SECONDS)) == len(workers)
    except (OSError, OperationalError, RedisError):
        return False


def queues_served(app: Celery) -> set[str]:
    """Return the queues of the workers, on any machine, that answer through the broker."""
    try:
        answers = app.control.inspect(timeout=SECONDS).active_queues() or {}
    except (OSError, OperationalError, RedisError):
        return set()
    return {queue["name"] for queues in answers.values() for queue in queues}
