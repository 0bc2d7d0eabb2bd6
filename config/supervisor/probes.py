"""Readiness probes: a web process answers over HTTP, workers answer through the broker."""

import http.client
from collections.abc import Callable

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

SECONDS = 1.0

Probe = Callable[[], bool]


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
