"""What clients of the mail process may hold: connections, seconds and bytes."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import psutil
import pytest

from config.processes.bounded_smtp import Limits
from tests.api.by_mail.questions import asked
from tests.support.mailbox import Mailbox, mail_socket_open
from tests.support.server import PATIENCE, soon

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

MADE_UP = f"<r-{'a' * 53}@play.example.org>"
MEGABYTE = 1_000_000
OTHER_CLIENT = "127.0.0.2"


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def connect(opened: ExitStack, port: int, source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    return opened.enter_context(client)


def said(client: socket.socket) -> bytes:
    """The next line of the server; empty once it has closed the connection."""
    line = b""
    with suppress(ConnectionResetError):
        while not line.endswith(b"\n") and (part := client.recv(1)):
            line += part
    return line


def answer(client: socket.socket, command: str) -> bytes:
    client.sendall(f"{command}\r\n".encode())
    while (line := said(client))[3:4] == b"-":
        pass
    return line


def test_connections_are_bounded_for_an_address_and_in_all(opened: ExitStack) -> None:
    with mail_socket_open(Limits(connections=5, connections_per_address=3)) as port:
        held = [connect(opened, port) for _ in range(3)]
        assert [said(client)[:4] for client in held] == [b"220 "] * 3
        refused = connect(opened, port)
        assert said(refused).startswith(b"421 4.7.0 too many connections")
        assert said(refused) == b""
        others = [connect(opened, port, OTHER_CLIENT) for _ in range(2)]
        assert [said(client)[:4] for client in others] == [b"220 "] * 2
        assert said(connect(opened, port, "127.0.0.3")).startswith(b"421 ")
        assert answer(held.pop(), "QUIT").startswith(b"221 ")
        assert soon(lambda: said(connect(opened, port)).startswith(b"220 "))


def test_a_client_that_sends_no_command_or_stays_too_long_is_sent_away(opened: ExitStack) -> None:
    with mail_socket_open(Limits(command_seconds=0.5)) as port:
        silent = connect(opened, port)
        slow = connect(opened, port)
        assert said(silent).startswith(b"220 ")
        assert said(silent) == b""
        assert said(slow).startswith(b"220 ")
        with suppress(ConnectionError):
            while True:  # a letter resets no clock
                slow.sendall(b"N")
                slow.settimeout(0.1)
                with suppress(TimeoutError):
                    if not slow.recv(1):
                        break
    with mail_socket_open(Limits(session_seconds=0.5, commands=1_000_000)) as port:
        busy = connect(opened, port)
        assert said(busy).startswith(b"220 ")
        with suppress(ConnectionError):
            while (last := answer(busy, "NOOP")).startswith(b"250 "):
                pass
            assert last.startswith(b"421 4.4.2 ")


def test_commands_and_refused_recipients_are_bounded(opened: ExitStack) -> None:
    with mail_socket_open(Limits(commands=5, refused_recipients=2)) as port:
        busy, guessing = connect(opened, port), connect(opened, port)
        assert said(busy).startswith(b"220 ")
        answers = [answer(busy, "NOOP")[:3] for _ in range(6)]
        assert answers == [b"250"] * 5 + [b"421"]
        assert said(busy) == b""
        assert said(guessing).startswith(b"220 ")
        answer(guessing, "EHLO eve")
        answer(guessing, "MAIL FROM:<eve@example.org>")
        answers = [answer(guessing, f"RCPT TO:{MADE_UP}")[:3] for _ in range(3)]
        assert answers == [b"550", b"550", b"421"]
        assert said(guessing) == b""


def test_a_line_that_never_ends_is_not_kept(box: Mailbox, opened: ExitStack) -> None:
    _, mail = asked(box)
    client = connect(opened, box.port)
    assert said(client).startswith(b"220 ")
    answer(client, "EHLO eve")
    answer(client, f"MAIL FROM:<{box.address}>")
    assert answer(client, f"RCPT TO:<{mail['Reply-To']}>").startswith(b"250 ")
    assert answer(client, "DATA").startswith(b"354 ")
    before, sent = psutil.Process().memory_info().rss, 0
    with suppress(ConnectionError):
        while sent < 40 * MEGABYTE:
            client.sendall(b"x" * MEGABYTE)
            sent += MEGABYTE
    assert sent < 40 * MEGABYTE
    assert psutil.Process().memory_info().rss - before < 20 * MEGABYTE
