"""A whole server of a test's own: `manage.py serve` with its processes."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil

ROOT = Path(__file__).parent.parent
NOT_PASSED_ON = (
    "DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "HOST",
    "WEB_PROCESSES",
    "WEB_THREADS",
    "PROMETHEUS_MULTIPROC_DIR",
)
PATIENCE = 60.0


class Server:
    """A running `manage.py serve`, and every process that ever belonged to it."""

    def __init__(self, data_dir: Path, port: int, **environment: str) -> None:
        self.port = port
        self.data_dir = data_dir
        began = time.monotonic()
        self.process = start(data_dir, port, **environment)
        assert self.process.stdout
        self.first_line = self.process.stdout.readline()
        self.seconds = time.monotonic() - began
        self._seen = self.descendants()

    def descendants(self) -> set[psutil.Process]:
        """Its processes now."""
        return set(psutil.Process(self.process.pid).children(recursive=True))

    def child(self, part: str) -> psutil.Process:
        """The direct child with this word in its command; the first of several."""
        for process in psutil.Process(self.process.pid).children():
            try:
                if part in " ".join(process.cmdline()):
                    return process
            except psutil.Error:
                continue
        raise LookupError(part)

    def kill(self, part: str) -> psutil.Process:
        """Kill a child as the kernel would for want of memory."""
        victim = self.child(part)
        self._seen |= self.descendants()
        victim.kill()
        return victim

    def has_replaced(self, part: str, gone: psutil.Process, argument: str) -> bool:
        """Whether another process, with the same last argument, does the work of the one gone."""
        try:
            now = self.child(part)
            return not alive(gone) and now != gone and now.cmdline()[-1] == argument
        except (LookupError, psutil.Error):
            return False

    def answers(self) -> bool:
        """Whether it answers over HTTP."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", "/health/live")
            return connection.getresponse().read() == b"live\n"
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def end(self, how: signal.Signals) -> int:
        """Send the supervisor a signal; its exit code."""
        self._seen |= self.descendants()
        self.process.send_signal(how)
        return self.process.wait(timeout=15)

    def clean_up(self) -> None:
        """End it if it still runs, however the test went; nothing is left."""
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        assert self.process.stdout
        assert self.process.stderr
        self.process.stdout.close()
        self.process.stderr.close()
        assert soon(lambda: not self.left_behind())

    def left_behind(self) -> set[psutil.Process]:
        """Processes that have outlived the supervisor."""
        return {process for process in self._seen if alive(process)}


def start(data_dir: Path, port: int, **environment: str) -> subprocess.Popen[str]:
    """Start a server with nothing else set than this environment; its output can be read."""
    inherited = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=inherited | {"DATA_DIR": str(data_dir), "PORT": str(port)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def alive(process: psutil.Process) -> bool:
    """Whether it runs; a zombie that nobody reaps does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def soon(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether the condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
