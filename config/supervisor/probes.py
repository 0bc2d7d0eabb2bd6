"""Readiness probes: a web process answers over HTTP, the worker answers through the broker."""

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


def worker_answers(app: Celery, worker: str) -> bool:
    """Whether the worker of this name answers a ping through the broker."""
    try:
        return bool(app.control.ping(destination=[worker], timeout=SECONDS))
    except (OSError, OperationalError, RedisError):
        return False
