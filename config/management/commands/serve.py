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
from config.processes.web import socket_listen, socket_reserve
from config.supervisor.errors import StartupError
from config.supervisor.lock import lock
from config.supervisor.private_folder import folder_make_private
from config.supervisor.probes import reachable, web_answers, workers_answer
from config.supervisor.process_list import supervised_children, worker_names
from config.supervisor.reaper import Reaper
from config.supervisor.supervisor import StopRequest, Supervisor
from config.supervisor.valkey import Valkey
from events.database.migration_lock import migration_lock
from events.database.move_mark import require_not_moved
from events.database.triggers import require_triggers


class Command(BaseCommand):
    """The command behind `make run`."""

    help = "Run web processes, workers, the scheduler and, unless REDIS_URL is set, Valkey."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until stopped; print one line and exit with code 1 if the server cannot start."""
        try:
            serve()
        except StartupError as reason:
            print(reason, file=sys.stderr)
            sys.exit(1)


def serve() -> None:
    """Lock the data folder, reserve the ports, migrate the database, then run the processes."""
    stop = StopRequest()
    stop.listen()
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    reaper = Reaper(keep_open=lock(settings.DATA_DIR))
    try:
        if report := folder_make_private(settings.DATA_DIR):
            print(report, file=sys.stderr, flush=True)
        reserved = socket_reserve(settings.HOST, settings.PORT)
        mail_socket = mail_socket_open()
        forget_figures()
        migrate()
        valkey = None if os.environ.get("REDIS_URL") else Valkey.somewhere()
        app.conf.broker_url = valkey.url if valkey else settings.CELERY_BROKER_URL
        host, port = reserved.getsockname()[:2]
        children = supervised_children(
            data_dir=settings.DATA_DIR,
            reaper=reaper,
            address=reserved,
            mail_socket=mail_socket,
            web_processes=settings.WEB_PROCESSES,
            environment={
                "DATA_DIR": str(settings.DATA_DIR),
                "PORT": str(port),
                "MAIL_PORT": str(mail_socket.getsockname()[1] if mail_socket else 0),
                "REDIS_URL": valkey.url if valkey else settings.REDIS_URL,
            },
            valkey=valkey,
        )
        Supervisor(children, reaper, stop).run(
            probes={
                "the web processes": partial(web_answers, reachable(host), port),
                "the workers": partial(workers_answer, app, worker_names()),
            },
            greeting=f"Gobelet is ready: {address(host, port)}/ "
            f"(version {settings.VERSION}, Ctrl-C stops it)" + about_mails(mail_socket),
        )
    finally:
        reaper.close()


def mail_socket_open() -> socket.socket | None:
    """Return the socket that receives replies to mails, or None if MAIL_PORT is 0.

    If the default port is in use and MAIL_PORT is not set, any free port will do.
    """
    if not settings.MAIL_PORT:
        return None
    try:
        return socket_listen(socket_reserve(settings.MAIL_HOST, settings.MAIL_PORT, prefix="MAIL_"))
    except StartupError:
        if os.environ.get("MAIL_PORT"):
            raise
        return socket_listen(socket_reserve(settings.MAIL_HOST, 0, prefix="MAIL_"))


def about_mails(mail_socket: socket.socket | None) -> str:
    """Return the part of the greeting that says where mails are written and replies are read."""
    if not settings.EMAIL_FILE_PATH:
        return ""
    text = f"\nMails are written to {settings.EMAIL_FILE_PATH}"
    if mail_socket:
        host, port = mail_socket.getsockname()[:2]
        text += f"; answers to them are read at {host}:{port} (SMTP)"
    return text


def forget_figures() -> None:
    """Delete the metrics files of an earlier run, which would otherwise be counted for ever."""
    for path in settings.METRICS_DIR.glob("*.db"):
        path.unlink()


def migrate() -> None:
    """Apply all migrations and check the triggers; leave no connection open.

    Raise ImproperlyConfigured for a database that was moved or is being moved.
    """
    try:
        with migration_lock(connection):
            require_not_moved()
            call_command("migrate", verbosity=0, interactive=False)
            require_triggers()
    except OperationalError as error:
        reason = str(error).splitlines()[0]
        raise StartupError(
            f"The database does not answer; check DATABASE_URL. ({reason})"
        ) from error
    finally:
        connections.close_all()


def address(host: str, port: int) -> str:
    """Return the URL to open in a browser."""
    if os.environ.get("PUBLIC_URL"):
        return str(settings.PUBLIC_URL)
    host = reachable(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
