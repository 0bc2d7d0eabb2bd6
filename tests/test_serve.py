"""`manage.py serve` as a user meets it: started, killed, stopped, started twice."""

import signal
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from config.serve.child import Child
from config.serve.leash import Leash
from config.serve.refusal import Refusal
from config.serve.supervisor import StopRequest, Supervisor
from tests.serving import PATIENCE, Server, alive, free_port, soon, start


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that is ready; gone after the test, however that went."""
    server = Server(tmp_path / "data", free_port())
    yield server
    server.clean_up()


def test_it_says_when_it_is_ready_and_then_answers_and_starts_quickly_again(server: Server) -> None:
    assert server.first_line.startswith(f"Gobelet is ready: http://127.0.0.1:{server.port}/ ")
    assert server.answers()
    assert server.end(signal.SIGINT) == 0
    assert soon(lambda: not server.left_behind(), seconds=10)
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
    assert soon(lambda: not server.left_behind(), seconds=10)


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
