"""The processes that make up a server, and the command that starts each."""

import os
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from config.supervisor.child import Child
from config.supervisor.reaper import Reaper
from config.supervisor.valkey import Valkey

WITHOUT_CHECKS = {"CELERY_SKIP_CHECKS": "1"}
"""Django's system checks import every view, 0.4 s of each start of worker and beat."""


QUEUES = {"worker": "celery", "bots": "bots", "outgoing": "outgoing"}
"""The Celery queue of each child that is a worker."""


def worker_names() -> list[str]:
    """Return the Celery workers' names, unique by our process id where servers share a broker."""
    return [_worker_name(child) for child in QUEUES]


def _worker_name(child: str) -> str:
    return f"gobelet-{child}-{os.getpid()}@{socket.gethostname()}"


def supervised_children(
    *,
    data_dir: Path,
    reaper: Reaper,
    address: socket.socket,
    mail_socket: socket.socket | None,
    web_processes: int,
    environment: Mapping[str, str],
    valkey: Valkey | None,
) -> list[Child]:
    """Return every child of the supervisor in starting order, Valkey first."""
    logs = data_dir / "logs"
    logs.mkdir(exist_ok=True)

    def child(name: str, command: Sequence[str], **more: Any) -> Child:
        variables = {**WITHOUT_CHECKS, **environment}
        return Child(name, command, logs / f"{name}.log", reaper, variables, **more)

    def all_children() -> Iterator[Child]:
        if valkey:
            given = valkey.configuration
            yield child("valkey", valkey.command, said_at_start=given, stopped_last=True)
        for name, queue in QUEUES.items():
            yield child(name, program("worker", queue, _worker_name(name)))
        for number in range(1, web_processes + 1):
            command = program("web", str(address.fileno()))
            yield child(f"web-{number}", command, descriptors=[address.fileno()])
        if mail_socket:
            command = program("smtp", str(mail_socket.fileno()))
            yield child("mail", command, descriptors=[mail_socket.fileno()])
        yield child("beat", program("beat", str(data_dir / "beat-schedule")))

    return list(all_children())


def program(name: str, *arguments: str) -> list[str]:
    """Return the command that starts a program of config/processes/."""
    return [sys.executable, "-m", f"config.processes.{name}", *arguments]
