"""A whole server for tests: `manage.py serve` with its processes."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil

from tests.support.services.keeper import ask
from tests.support.services.serve import COMMAND, MANAGE, serve_environment
from tests.support.services.valkey import ReservedPort

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""How long a test waits for a condition; only a test that fails waits that long."""

_reserved: list[ReservedPort] = []


class Server:
    """A running `manage.py serve`, and every process that ever belonged to it."""

    def __init__(self, data_dir: Path, port: int, **environment: str) -> None:
        self.port = port
        self.data_dir = data_dir
        self.process = start(data_dir, port, **environment)
        assert self.process.stdout
        self.first_line = self.process.stdout.readline()
        if not self.first_line:
            raise RuntimeError(f"the server does not start: {self.process.communicate()[1]}")
        self._seen = self.descendants()

    @cached_property
    def second_line(self) -> str:
        """Where mails are, if they go to files; otherwise there is no such line to wait for."""
        assert self.process.stdout
        return self.process.stdout.readline()

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

    def has(self, part: str) -> bool:
        """Whether a child with this word in its command runs now."""
        try:
            return alive(self.child(part))
        except (LookupError, psutil.Error):
            return False

    def kill(self, part: str) -> psutil.Process:
        """Kill a child, once it runs, as the kernel would for want of memory."""
        assert soon(lambda: self.has(part)), part
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
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
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
        return self.process.wait(timeout=PATIENCE)

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


class SharedServer:
    """The server of the whole run, which its keeper has started; this waits until it is ready."""

    def __init__(self) -> None:
        self.data_dir = Path(ask("server"))
        assert soon(self._lines)
        assert self._lines()[0].startswith("Gobelet is ready"), self._lines()
        self.port = int(self.data_dir.with_suffix(".port").read_text())

    @cached_property
    def second_line(self) -> str:
        """Where mails are."""
        assert soon(lambda: len(self._lines()) > 1)
        return self._lines()[1]

    def _lines(self) -> list[str]:
        """What it has printed, in whole lines."""
        return self.data_dir.with_suffix(".log").read_text().split("\n")[:-1]


def start(data_dir: Path, port: int, **environment: str) -> subprocess.Popen[str]:
    """Start a server with nothing else set than this environment; its output can be read."""
    return subprocess.Popen(
        COMMAND,
        cwd=ROOT,
        env=serve_environment(data_dir, port, **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o022,
    )


def manage(data_dir: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command of manage.py with nothing else set; its output and errors can be read."""
    return subprocess.Popen(
        [*MANAGE, *arguments],
        cwd=ROOT,
        env=serve_environment(data_dir, 0) | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def outcome(command: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code and the output of a command, once it has ended."""
    output, _ = command.communicate(timeout=5 * PATIENCE)
    return command.returncode, output


def alive(process: psutil.Process) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def are_gone(processes: Iterable[psutil.Process]) -> bool:
    """Whether none of these processes runs."""
    return not any(map(alive, processes))


def soon(condition: Callable[[], object], *, pause: float = 0.05) -> bool:
    """Whether the condition comes true within the patience of tests, looked at now and again."""
    deadline = time.monotonic() + PATIENCE
    while not (met := bool(condition())) and time.monotonic() < deadline:
        time.sleep(pause)
    return met


def free_port() -> int:
    """A port that is kept from other processes until this one ends; nothing listens on it yet.

    Whatever is to listen there must set SO_REUSEADDR, as our servers and asyncio do.
    """
    _reserved.append(ReservedPort())
    return _reserved[-1].number
