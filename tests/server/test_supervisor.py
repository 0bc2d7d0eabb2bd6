"""`manage.py serve` as a user meets it: started, stopped, started again and twice, killed.

Two starts serve all of these tests: the first of an installation, with nothing set, and another
one of it, with what an operator sets. The last test of each ends it.
"""

import json
import signal
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from config.supervisor import child as child_module
from config.supervisor.child import Child
from config.supervisor.errors import StartupError
from config.supervisor.private_folder import folder_make_private, is_open_to_others
from config.supervisor.reaper import Reaper
from config.supervisor.supervisor import StopRequest, Supervisor
from tests.events.notifications.receivers import receiver
from tests.support.guests import Api, BotMatch, Guest
from tests.support.post_office import code_in, open_post_office
from tests.support.server import PATIENCE, Server, are_gone, free_port, soon, start

WORKER, OUTGOING = "config.processes.worker celery", "config.processes.worker outgoing"
PARTS = (WORKER, OUTGOING, *(f"config.processes.{name}" for name in ("beat", "web", "smtp")))
MATCHES = 6
HANGING = 6


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on its first start, with nothing set."""
    server = Server(tmp_path_factory.mktemp("first") / "data", free_port())
    yield server
    server.clean_up()


@pytest.fixture(scope="module")
def token(first: Server) -> str:
    """Of a guest who signed in at the first start."""
    return str(ask(first, "auth/guest", {})["token"])


@pytest.fixture(scope="module")
def mail_port() -> int:
    """Where the mail server is, when it is up."""
    return free_port()


@pytest.fixture(scope="module")
def again(first: Server, token: str, mail_port: int) -> Iterator[Server]:
    """The same installation started again, with mails in and out and webhooks on this machine."""
    if first.process.poll() is None:
        first.end(signal.SIGTERM)
    first.data_dir.chmod(0o755)
    (first.data_dir / "gobelet.sqlite3").chmod(0o644)
    server = Server(
        first.data_dir,
        first.port,
        EMAIL_URL=f"smtp://127.0.0.1:{mail_port}",
        MAIL_PORT=str(free_port()),
        PRIVATE_ENDPOINTS="allowed",
    )
    yield server
    server.clean_up()


def ask(server: Server, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """The answer of a server to a GET, or to a POST if there is a body."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    sent = None if body is None else json.dumps(body).encode()
    url = f"http://127.0.0.1:{server.port}/api/v1/{path}"
    request = urllib.request.Request(url, sent, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read() or b"null")


def test_it_says_when_it_is_ready_and_then_answers(first: Server) -> None:
    assert first.first_line.startswith(f"Gobelet is ready: http://127.0.0.1:{first.port}/ ")
    assert first.answers()


def test_it_bounds_what_a_client_sends(first: Server) -> None:
    with socket.create_connection(("127.0.0.1", first.port), PATIENCE) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 80_000)
        client.sendall(b"\r\n\r\n")
        assert client.recv(4096).startswith(b"HTTP/1.1 431 ")


def test_a_second_server_on_the_same_folder_or_port_is_refused(
    first: Server, tmp_path: Path
) -> None:
    same_folder = start(first.data_dir, free_port())
    same_port = start(tmp_path / "other", first.port)
    said, complaint = same_folder.communicate(timeout=PATIENCE)
    assert (same_folder.returncode, said) == (1, "")
    assert complaint.count("\n") == 1
    assert f"Another server already runs on {first.data_dir}" in complaint

    said, complaint = same_port.communicate(timeout=PATIENCE)
    assert (same_port.returncode, said) == (1, "")
    assert complaint.count("\n") == 1
    assert f"Cannot listen on 127.0.0.1:{first.port}" in complaint
    assert "PORT=" in complaint
    assert first.answers()


def test_other_users_can_read_nothing_that_it_keeps(first: Server, token: str) -> None:
    """Not the seed of a running match, nor a mail, nor a key; whatever the umask it got."""
    table = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "private"}
    ask(first, "matches", table, token)
    ask(first, "auth/email", {"email": "anna@example.org"})
    assert soon(lambda: [*first.data_dir.glob("outbox/*.eml")])
    found = [first.data_dir, *first.data_dir.rglob("*")]
    assert {"gobelet.sqlite3-wal", "secret_key", "web-1.log", "serve.lock"} <= {
        path.name for path in found
    }
    assert [path for path in found if is_open_to_others(path)] == []


def test_no_command_line_tells_a_secret(first: Server, token: str) -> None:
    """Every user of the machine can read the command lines of all processes."""
    redis_url = first.child("config.processes.web").environ()["REDIS_URL"]
    secrets = [urlsplit(redis_url).password or "", token]
    secrets += [path.read_text() for path in first.data_dir.glob("keys/*")]
    assert len(secrets) == 5
    lines = [" ".join(process.cmdline()) for process in first.descendants()]
    assert [line for line in lines for secret in secrets if secret in line] == []


@pytest.mark.usefixtures("token")
def test_it_stops_in_order_whatever_connections_are_open(first: Server) -> None:
    address = ("127.0.0.1", first.port)
    with socket.create_connection(address) as half_sent, socket.create_connection(address) as idle:
        half_sent.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        idle.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in idle.recv(4096)
        assert first.end(signal.SIGINT) == 0
    assert soon(lambda: not first.left_behind())
    assert first.process.stderr
    assert first.process.stderr.read() == ""


def test_what_others_could_read_is_taken_from_them_at_the_next_start(again: Server) -> None:
    assert again.process.stderr
    said = again.process.stderr.readline()
    assert said == f"Other users could read 2 files and folders in {again.data_dir}; no longer.\n"
    assert not is_open_to_others(again.data_dir)
    assert not is_open_to_others(again.data_dir / "gobelet.sqlite3")


def test_it_knows_its_players_when_it_is_started_again(again: Server, token: str) -> None:
    assert again.answers()
    assert ask(again, "me", token=token)["guest"] is True


def test_the_worker_sends_what_was_written_while_the_mail_server_was_down(
    again: Server, mail_port: int
) -> None:
    person = {"email": "down@example.org"}
    nonce = ask(again, "auth/email", person)["nonce"]
    log = again.data_dir / "logs" / "worker.log"
    assert soon(lambda: log.exists() and "no mail server" in log.read_text())
    with open_post_office(mail_port) as office:
        assert soon(lambda: office.mails)
        assert office.recipients == ["down@example.org"]
        code = code_in(office.mails[0])
    assert ask(again, "auth/email/confirm", person | {"code": code, "nonce": nonce})["token"]


def test_what_dies_comes_back_and_leaves_no_process_behind(again: Server) -> None:
    for part in (*PARTS, "valkey-server"):
        # Valkey writes its address there; it must be the same again, clients know no other.
        argument = again.child(part).cmdline()[-1]
        pool = again.child(part).children()
        assert pool or part != WORKER
        gone = again.kill(part)
        assert soon(partial(again.has_replaced, part, gone, argument)), part
        assert soon(partial(are_gone, pool)), part
    assert soon(again.answers)
    assert soon(lambda: len(again.child(WORKER).children()) >= 2)


def test_killing_workers_and_redis_loses_no_webhook(again: Server, token: str) -> None:
    with receiver() as machine:
        ask(again, "me/webhooks", {"url": machine.url}, token)
        table = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "public"}
        wanted = set()
        for number in range(MATCHES):
            if number in (1, 4):
                again.kill(WORKER)
            if number == 2:
                again.kill(OUTGOING)
            if number == 3:
                again.kill("valkey-server")
            wanted.add(ask(again, "matches", table, token)["id"])

        def told() -> set[str]:
            return {said["data"]["match"] for said in machine.of_type("match_started")}

        assert soon(lambda: told() == wanted), wanted - told()


def test_a_host_that_never_answers_delays_neither_bots_nor_mails(
    again: Server, mail_port: int
) -> None:
    """A request to it is still under way when a bot has moved and a sign-in mail has come."""
    with (
        receiver() as host,
        open_post_office(mail_port) as office,
        closing(Api(again.port, Guest(again.port).token)) as anna,
    ):
        host.fall_silent()
        urls = [f"{host.url}&number={number}" for number in range(HANGING)]
        hooks = [anna.post("me/webhooks", url=url)[1]["id"] for url in urls]

        def served_meanwhile() -> bool:
            for hook in hooks:
                status, _ = anna.post(f"me/webhooks/{hook}/test")
                assert status in (202, 409)
            assert soon(lambda: host.held)
            held, mails = host.held.copy(), len(office.mails)
            ask(again, "auth/email", {"email": f"anna{mails}@example.org"})
            BotMatch(anna).bot_seconds()
            assert soon(lambda: len(office.mails) > mails)
            return bool(held & host.held)

        # On a busy machine the request may have been given up by then: try once more.
        assert soon(served_meanwhile)


def test_nothing_outlives_a_supervisor_that_is_killed(again: Server) -> None:
    assert again.end(signal.SIGKILL) == -signal.SIGKILL
    assert soon(lambda: not again.left_behind())


def test_a_folder_that_all_users_share_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(StartupError, match="shared by all users"):
        folder_make_private(tmp_path)


def test_a_log_stays_small_while_its_process_goes_on_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer slows down after a megabyte: an endless one could fill a busy machine."""
    monkeypatch.setattr(child_module, "LOG_BYTES", 10_000)
    line = "a line of a log".ljust(100, ".")
    writer = f"yes {line} | head -n 10000; while echo end; do sleep 0.1; done"
    with (tmp_path / "lock").open("w") as lock:
        reaper = Reaper(keep_open=lock.fileno())
        child = Child("web-1", ["sh", "-c", writer], tmp_path / "web-1.log", reaper)
        older = tmp_path / "web-1.log.1"

        def has_written_all() -> bool:
            child.tend(0)
            kept = [path.read_text() for path in (older, child.log) if path.exists()]
            return "".join(kept).endswith("end\n")

        try:
            assert soon(has_written_all)
            assert child.process
            assert child.process.poll() is None
            child.tend(0)
        finally:
            child.kill()
            reaper.close()
    assert older.stat().st_size == 10_000
    assert child.log.stat().st_size <= 10_000


def test_it_gives_up_on_a_process_that_never_gets_ready(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "lock").open("w") as lock:
        reaper = Reaper(keep_open=lock.fileno())
        child = Child("web-1", ["sh", "-c", "echo why; exit 7"], tmp_path / "web-1.log", reaper)
        supervisor = Supervisor([child], reaper, StopRequest())
        with pytest.raises(StartupError, match=r"web-1 does not start.*web-1\.log"):
            supervisor.run(probes={"it": lambda: False}, greeting="never said")
        reaper.close()
    assert capfd.readouterr().err.count("web-1 ended with code 7") == 3
    assert child.log.read_text() == "why\n" * 3
