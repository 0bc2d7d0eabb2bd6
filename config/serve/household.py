"""Which processes make up a server, and how each is started."""

import os
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from config.serve.child import Child
from config.serve.leash import Leash
from config.serve.valkey import Valkey

WITHOUT_CHECKS = {"CELERY_SKIP_CHECKS": "1"}
"""Django's system checks import every view: 0.4 s of each start of worker and beat."""


def worker_name() -> str:
    """The Celery worker's name; our process number keeps it apart where servers share a broker."""
    return f"gobelet-{os.getpid()}@{socket.gethostname()}"


def household(
    *,
    data_dir: Path,
    leash: Leash,
    address: socket.socket,
    letterbox: socket.socket | None,
    web_processes: int,
    environment: Mapping[str, str],
    valkey: Valkey | None,
) -> list[Child]:
    """Every child of the supervisor, Valkey first."""
    logs = data_dir / "logs"
    logs.mkdir(exist_ok=True)

    def child(name: str, command: Sequence[str], **more: Any) -> Child:
        told = {**WITHOUT_CHECKS, **environment}
        return Child(name, command, logs / f"{name}.log", leash, told, **more)

    def all_children() -> Iterator[Child]:
        if valkey:
            told = valkey.configuration
            yield child("valkey", valkey.command, said_at_start=told, stopped_last=True)
        yield child("worker", program("worker", worker_name()))
        for number in range(1, web_processes + 1):
            command = program("web", str(address.fileno()))
            yield child(f"web-{number}", command, descriptors=[address.fileno()])
        if letterbox:
            command = program("mail", str(letterbox.fileno()))
            yield child("mail", command, descriptors=[letterbox.fileno()])
        yield child("beat", program("beat", str(data_dir / "beat-schedule")))

    return list(all_children())


def program(name: str, argument: str) -> list[str]:
    """The command for one of the programs beside this file."""
    return [sys.executable, "-m", f"config.serve.{name}", argument]
