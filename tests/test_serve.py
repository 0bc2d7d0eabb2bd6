"""`manage.py serve` as a user meets it: started, killed, stopped, started twice."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from config.serve.child import Child
from config.serve.leash import Leash
from config.serve.refusal import Refusal
from config.serve.supervisor import StopRequest, Supervisor

ROOT = Path(__file__).parent.parent
NOT_PASSED_ON = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "HOST", "WEB_PROCESSES", "WEB_THREADS")
PATIENCE = 60.0


class Server:
    """A running `manage.py serve`, and every process that ever belonged to it."""

    def __init__(self, data_dir: Path, port: int) -> None:
        self.port = port
        self.data_dir = data_dir
        began = time.monotonic()
        self.process = start(data_dir, port)
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
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
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

    def left_behind(self) -> set[psutil.Process]:
        """Processes that have outlived the supervisor."""
        return {process for process in self._seen if alive(process)}


def start(data_dir: Path, port: int) -> subprocess.Popen[str]:
    """Start a server; its output can be read."""
    inherited = {k: v for k, v in os.environ.items() if k not in NOT_PASSED_ON}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=inherited | {"DATA_DIR": str(data_dir), "PORT": str(port)},
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


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that is ready; gone after the test, however that went."""
    server = Server(tmp_path / "data", free_port())
    yield server
    if server.process.poll() is None:
        server.end(signal.SIGKILL)
    assert server.process.stdout
    assert server.process.stderr
    server.process.stdout.close()
    server.process.stderr.close()
    assert soon(lambda: not server.left_behind())


def test_it_says_when_it_is_ready_and_then_answers_and_starts_quickly_again(server: Server) -> None:
    assert server.first_line.startswith(f"Gobelet is ready: http://127.0.0.1:{server.port}/ ")
    assert server.answers()
    assert server.end(signal.SIGINT) == 0
    assert soon(lambda: not server.left_behind(), seconds=3)
    assert server.process.stderr
    assert server.process.stderr.read() == ""

    again = Server(server.data_dir, server.port)
    print(f"ready in {server.seconds:.1f} s, the second time in {again.seconds:.1f} s")
    try:
        assert again.answers()
        assert again.seconds < 30
    finally:
        assert again.end(signal.SIGTERM) == 0
        again.process.communicate()


def test_what_dies_comes_back(server: Server) -> None:
    for part in ("config.serve.worker", "valkey-server", "config.serve.beat", "config.serve.web"):
        # Valkey writes its address there; it must be the same again, clients know no other.
        argument = server.child(part).cmdline()[-1]
        gone = server.kill(part)
        assert soon(partial(server.has_replaced, part, gone, argument)), part
    assert soon(server.answers)
    assert soon(lambda: len(server.child("config.serve.worker").children()) >= 2)


def test_a_killed_worker_leaves_no_pool_behind(server: Server) -> None:
    pool = server.child("config.serve.worker").children()
    assert pool
    server.kill("config.serve.worker")
    assert soon(lambda: not any(alive(process) for process in pool), seconds=10)


def test_it_stops_in_time_whatever_connections_are_open(server: Server) -> None:
    address = ("127.0.0.1", server.port)
    with socket.create_connection(address) as half_sent, socket.create_connection(address) as idle:
        half_sent.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        idle.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in idle.recv(4096)
        began = time.monotonic()
        assert server.end(signal.SIGTERM) == 0
        assert time.monotonic() - began < 12
    assert soon(lambda: not server.left_behind(), seconds=3)


def test_nothing_outlives_a_supervisor_that_is_killed(server: Server) -> None:
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    assert soon(lambda: not server.left_behind(), seconds=10)


def test_a_second_server_on_the_same_folder_or_port_is_refused(
    server: Server, tmp_path: Path
) -> None:
    same_folder = start(server.data_dir, free_port())
    same_port = start(tmp_path / "other", server.port)
    said, complaint = same_folder.communicate(timeout=PATIENCE)
    assert (same_folder.returncode, said) == (1, "")
    assert complaint.count("\n") == 1
    assert f"Another server already runs on {server.data_dir}" in complaint

    said, complaint = same_port.communicate(timeout=PATIENCE)
    assert (same_port.returncode, said) == (1, "")
    assert complaint.count("\n") == 1
    assert f"Cannot listen on 127.0.0.1:{server.port}" in complaint
    assert "PORT=" in complaint
    assert server.answers()


def test_it_gives_up_on_a_process_that_never_gets_ready(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "lock").open("w") as lock:
        leash = Leash(keep_open=lock.fileno())
        child = Child("web-1", ["sh", "-c", "echo why; exit 7"], tmp_path / "web-1.log", leash)
        supervisor = Supervisor([child], leash, StopRequest())
        with pytest.raises(Refusal, match=r"web-1 does not start.*web-1\.log"):
            supervisor.run(probes={"it": lambda: False}, greeting="never said")
        leash.close()
    assert capfd.readouterr().err.count("web-1 ended with code 7") == 3
    assert child.log.read_text() == "why\n" * 3
