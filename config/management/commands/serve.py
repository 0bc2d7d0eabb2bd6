"""`manage.py serve`: run the whole server until Ctrl-C."""

import os
import socket
import sys
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection, connections

from config.celery import app
from config.serve.household import household, worker_name
from config.serve.leash import Leash
from config.serve.lock import lock
from config.serve.ready import web_answers, worker_answers
from config.serve.refusal import Refusal
from config.serve.supervisor import StopRequest, Supervisor
from config.serve.valkey import Valkey
from config.serve.web import bound, listening
from events.guard import require_guarded_log

MIGRATING = 0x60BE1E7
"""The name of the lock that lasts until our connection is closed."""


class Command(BaseCommand):
    """Everything that `make run` runs."""

    help = "Run web processes, a worker, the scheduler and, unless REDIS_URL is set, Valkey."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until asked to stop; exit code 1 and one line if that is not possible."""
        try:
            serve()
        except Refusal as reason:
            print(reason, file=sys.stderr)
            sys.exit(1)


def serve() -> None:
    """Take the folder and the port, bring the database up to date, then run the processes."""
    stop = StopRequest()
    stop.listen()
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    leash = Leash(keep_open=lock(settings.DATA_DIR))
    try:
        reserved = bound(settings.HOST, settings.PORT)
        letterbox = open_letterbox()
        forget_figures()
        migrate()
        valkey = None if os.environ.get("REDIS_URL") else Valkey.somewhere()
        app.conf.broker_url = broker = valkey.url if valkey else settings.REDIS_URL
        host, port = reserved.getsockname()[:2]
        children = household(
            data_dir=settings.DATA_DIR,
            leash=leash,
            address=reserved,
            letterbox=letterbox,
            web_processes=settings.WEB_PROCESSES,
            environment={
                "DATA_DIR": str(settings.DATA_DIR),
                "PORT": str(port),
                "MAIL_PORT": str(letterbox.getsockname()[1] if letterbox else 0),
                "REDIS_URL": broker,
            },
            valkey=valkey,
        )
        Supervisor(children, leash, stop).run(
            probes={
                "the web processes": partial(web_answers, reachable(host), port),
                "the worker": partial(worker_answers, app, worker_name()),
            },
            greeting=f"Gobelet is ready: {address(host, port)}/ (Ctrl-C stops it)"
            + about_mails(letterbox),
        )
    finally:
        leash.close()


def open_letterbox() -> socket.socket | None:
    """Where answers to mails come in; any port will do if nobody has asked for this one."""
    if not settings.MAIL_PORT:
        return None
    try:
        return listening(bound(settings.MAIL_HOST, settings.MAIL_PORT, named="MAIL_PORT"))
    except Refusal:
        if os.environ.get("MAIL_PORT"):
            raise
        return listening(bound(settings.MAIL_HOST, 0))


def about_mails(letterbox: socket.socket | None) -> str:
    """Where to look for mails that go to files, and where to answer them."""
    if not settings.EMAIL_FILE_PATH:
        return ""
    said = f"\nMails are written to {settings.EMAIL_FILE_PATH}"
    if letterbox:
        host, port = letterbox.getsockname()[:2]
        said += f"; answers to them are read at {host}:{port} (SMTP)"
    return said


def forget_figures() -> None:
    """Counters begin anew with the server; what an earlier one has left would never go away."""
    for path in settings.METRICS_DIR.glob("*.db"):
        path.unlink()


def migrate() -> None:
    """Bring the database up to date, and leave no connection open here."""
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:  # servers that start at once take turns
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        call_command("migrate", verbosity=0, interactive=False)
        require_guarded_log()
    except OperationalError as error:
        reason = str(error).splitlines()[0]
        raise Refusal(f"The database does not answer; check DATABASE_URL. ({reason})") from error
    finally:
        connections.close_all()


def reachable(host: str) -> str:
    """Where to knock when listening on this address."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def address(host: str, port: int) -> str:
    """What to type into a browser."""
    if os.environ.get("PUBLIC_URL"):
        return str(settings.PUBLIC_URL)
    host = reachable(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
