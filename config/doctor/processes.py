"""Checks of the processes: web, Redis, workers and beat."""

import os
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from time import time
from urllib.parse import urlsplit

import redis
from django.conf import settings

from config.celery import app
from config.doctor.finding import Finding, duration, ok, wrong
from config.supervisor.probes import queues_served, reachable
from events.metrics import last_runs
from events.work.redis_clients import redis_client
from events.work.redis_url import sentinel_url

SECONDS = 2.0
LATE_SECONDS = 30.0
"""How long after its time a round may begin: a busy worker is late."""
ROUNDS = {"sweep": "celery", "notify": "celery", "bots": "bots", "outgoing": "outgoing"}
"""The Celery queue of each round of work whose beginning is recorded."""
WORKERS = {"celery": "worker", "bots": "bots' worker", "outgoing": "outgoing worker"}


def process_findings() -> Iterator[Finding]:
    """Check that a web process answers here, Redis, and that workers and beat do their rounds."""
    yield _web()
    yield (broker := _redis())
    served = queues_served(app) if broker.is_ok and _is_own_redis() else set()
    for task, queue in ROUNDS.items():
        yield _round(task, queue, served)


def _web() -> Finding:
    host, port = reachable(settings.HOST), settings.PORT
    connection = HTTPConnection(host, port, timeout=SECONDS)
    try:
        connection.request("GET", "/health/ready", headers={"Host": "localhost"})
        answer = connection.getresponse()
        status, text = answer.status, answer.read(100).decode(errors="replace").strip()
    except (OSError, HTTPException):
        return wrong("web", f"nothing answers at {host}:{port}: start the server, or correct PORT")
    finally:
        connection.close()
    if status != 200:
        return wrong("web", f"{host}:{port} answers {status}: its log says why")
    if text != f"ready {settings.VERSION}":
        return wrong(
            "web",
            f"another version than {settings.VERSION} answers at {host}:{port}: restart the server",
        )
    return ok("web", f"version {settings.VERSION} answers at {host}:{port}")


def _redis() -> Finding:
    if not _is_own_redis():
        return ok("redis", "the server's own Valkey (REDIS_URL is not set)")
    where = _redis_servers(settings.REDIS_URL)
    try:
        with redis_client(
            settings.REDIS_URL, socket_timeout=SECONDS, socket_connect_timeout=SECONDS
        ) as client:
            now = client.time()[0]
    except (redis.RedisError, OSError, ValueError) as error:
        return wrong(
            "redis",
            f"{where} does not answer: start it, or correct REDIS_URL ({type(error).__name__})",
        )
    return ok("redis", f"{where} answers, its clock differs by {duration(abs(time() - now))}")


def _redis_servers(url: str) -> str:
    if sentinels := sentinel_url(url):
        hosts = ", ".join(f"{host}:{port}" for host, port in sentinels.hosts)
        return f"the master {sentinels.master} of the Sentinels {hosts}"
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 6379}"


def _is_own_redis() -> bool:
    """Whether REDIS_URL names a server of the operator's; that of `serve` only it can reach."""
    return bool(os.environ.get("REDIS_URL"))


def _round(task: str, queue: str, served: set[str]) -> Finding:
    subject = WORKERS[queue] + f" ({task})"
    last = last_runs().get(task)
    remedy = f"start beat and a worker for the queue {queue}; the logs say why they ended"
    if last is None:
        if queue in served:
            return ok(subject, "a worker on another machine answers")
        return wrong(subject, f"none was begun on this machine: {remedy}")
    age = time() - last
    if age > settings.SWEEP_SECONDS + LATE_SECONDS:
        if queue in served:
            remedy = "a worker answers, so start beat"
        return wrong(subject, f"the last one began {duration(age)} ago: {remedy}")
    return ok(subject, f"the last one began {duration(age)} ago")
