"""Attacks on one web process by what clients send, do not send, and do not read."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from threading import Thread
from typing import NamedTuple

import psutil
import pytest

from config.http.bounded_protocol import Limits
from tests.server.toys import LARGE, Web, open_stream, toy_web
from tests.support.server import PATIENCE, soon

QUICK = Limits(
    header_seconds=3,
    body_seconds=3,
    keep_alive_seconds=3,
    connections=40,
    connections_per_address=20,
)
"""Longer than a busy machine leaves a client waiting for its turn."""
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
GET_LARGE = b"GET /large HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
HALVES = {
    b"": b"",
    b"\r\n": b"",
    GET: b"HTTP/1.1 408 ",
    POST + b"Content-Length: 10\r\n\r\n123": b"HTTP/1.1 408 ",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n123": b"HTTP/1.1 408 ",
}
"""What a client sends before it stops, and how the answer to it begins."""
CONNECTIONS = (b"keep-alive", b"close")
MEGABYTE = 1_000_000
REQUESTS = 50_000
OTHER_CLIENT = "127.0.0.2"


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """A web process whose clients have little time and few connections."""
    with toy_web(QUICK) as web:
        yield web


class LeftAlone(NamedTuple):
    """Clients that stop, all at once: one after the other each would be waited for."""

    stopped: list[socket.socket]
    answered: socket.socket
    unread: dict[bytes, socket.socket]
    stream: socket.socket
    ports: list[int]
    """Of those that stopped sending and of the one that was answered."""


@pytest.fixture(scope="module")
def left_alone(web: Web) -> Iterator[LeftAlone]:
    """One client of each kind, which the server has until it lets it go."""
    assert is_answered(web)
    with ExitStack() as opened:

        def client(sent: bytes) -> socket.socket:
            return opened.enter_context(connect(web, sent))

        stream = opened.enter_context(open_stream(web[1]))
        unread = {
            connection: client(GET_LARGE + b"Connection: " + connection + b"\r\n\r\n")
            for connection in CONNECTIONS
        }
        for one in unread.values():
            assert soon(partial(is_held, web, port_of(one)))
        stopped, answered = [client(sent) for sent in HALVES], client(GET + b"\r\n")
        ports = list(map(port_of, (*stopped, answered)))
        yield LeftAlone(stopped, answered, unread, stream, ports)


def port_of(client: socket.socket) -> int:
    return int(client.getsockname()[1])


def is_held(web: Web, *ports: int) -> bool:
    """Whether the server still has its end of a connection from one of these ports."""
    found = psutil.Process(web[0].pid).net_connections("tcp")
    return any(one.raddr and one.raddr.port in ports for one in found)


def connect(web: Web, sent: bytes = b"", *, source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", web[1]), PATIENCE, (source, 0))
    client.sendall(sent)
    return client


def heard(client: socket.socket) -> bytes:
    """Everything that the server sends until it closes."""
    answers = read(client)
    client.close()
    return answers


def read(client: socket.socket) -> bytes:
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def send_all(client: socket.socket, sent: bytes) -> None:
    """Send, unless the server closes the connection."""
    with suppress(ConnectionError):
        client.sendall(sent)


def status(client: socket.socket) -> int:
    """The status of the response, after which the server must close the connection."""
    return int(heard(client)[9:12])


def is_answered(web: Web) -> bool:
    request = GET + b"Connection: close\r\n\r\n"
    return heard(connect(web, request, source=OTHER_CLIENT)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("pieces", [1, 3])
@pytest.mark.parametrize("protocol", [b"h2c", b"websocket"])
def test_a_request_for_another_protocol_is_answered_whole(
    web: Web, protocol: bytes, pieces: int
) -> None:
    body = b"x" * 900
    head = POST + b"Content-Length: 900\r\nUpgrade: " + protocol
    client = connect(web)
    for start in range(0, 900, 900 // pieces):
        part = body[start : start + 900 // pieces]
        fields = b"\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n"
        client.sendall(part if start else head + fields + part)
    client.sendall(GET + b"Connection: close\r\n\r\n")
    answers = heard(client)
    assert answers.count(b"HTTP/1.1 200 ") == 2
    assert b'"body": "' + body + b'"' in answers


@pytest.mark.parametrize(
    "sent",
    [
        GET + b"Cookie: a=" + b"x" * 33_000 + b"\r\n\r\n",
        GET + b"Cookie: a=" + b"x" * 50_000,
        GET + b"a:\r\n" * 15_000,
        b"GET /" + b"x" * 50_000,
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 10_000,
    ],
    ids=["one header", "an unfinished header", "many headers", "a long path", "trailers"],
)
def test_a_head_of_more_than_32_kb_is_refused(web: Web, sent: bytes) -> None:
    answer = heard(connect(web, sent))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b'"code":"headers_too_large"' in answer
    assert is_answered(web)


def test_a_head_of_less_is_read_whatever_comes_with_it(web: Web) -> None:
    head = POST + b"Content-Length: 9000\r\nCookie: a=" + b"x" * 32_000 + b"\r\n"
    request = head + b"\r\n" + b"x" * 9000
    last = head + b"Connection: close\r\n\r\n" + b"x" * 9000
    assert heard(connect(web, request + last)).count(b"HTTP/1.1 200 ") == 2


def test_an_endless_head_is_not_kept_in_memory(web: Web) -> None:
    assert is_answered(web)
    process = psutil.Process(web[0].pid)
    before = process.memory_info().rss
    client = connect(web, GET + b"a: ")
    with pytest.raises(ConnectionError):
        client.sendall(b"x" * 50 * MEGABYTE)
    client.close()
    assert process.memory_info().rss - before < 10 * MEGABYTE


@pytest.mark.parametrize("path", [b"/", b"/stream"], ids=["read", "a stream that does not end"])
def test_requests_that_wait_for_earlier_ones_are_not_kept_in_memory(web: Web, path: bytes) -> None:
    assert is_answered(web)
    process = psutil.Process(web[0].pid)
    before = process.memory_info().rss
    client = connect(web, GET.replace(b"/", path, 1) + b"\r\n")
    sender = Thread(target=send_all, args=(client, (GET + b"\r\n") * REQUESTS))
    sender.start()
    answers = read(client)
    sender.join()
    client.close()
    assert answers.count(b"HTTP/1.1 200 ") < REQUESTS
    assert process.memory_info().rss - before < 10 * MEGABYTE
    assert is_answered(web)


def test_a_few_requests_may_wait_for_earlier_ones(web: Web) -> None:
    body = b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000
    requests = (GET + b"\r\n") * 8 + (POST + body) * 4 + GET + b"Connection: close\r\n\r\n"
    assert heard(connect(web, requests)).count(b"HTTP/1.1 200 ") == 13


def test_who_stops_sending_is_let_go(web: Web, left_alone: LeftAlone) -> None:
    assert [heard(client)[:13] for client in left_alone.stopped] == list(HALVES.values())
    assert is_answered(web)


def test_who_sends_a_byte_now_and_then_is_let_go_as_well(web: Web) -> None:
    client = connect(web, GET)
    client.settimeout(0.1)

    def answer() -> bytes:
        try:
            client.sendall(b"a")
            return client.recv(1000)
        except TimeoutError:
            return b""

    assert soon(lambda: answer().startswith(b"HTTP/1.1 408 "))
    client.close()


def test_who_says_nothing_more_after_an_answer_is_let_go(left_alone: LeftAlone) -> None:
    assert heard(left_alone.answered).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("connection", CONNECTIONS)
def test_who_does_not_read_the_answer_is_let_go(
    web: Web, left_alone: LeftAlone, connection: bytes
) -> None:
    client = left_alone.unread[connection]
    assert soon(lambda: not is_held(web, port_of(client)))
    assert len(heard(client)) < LARGE


def test_who_reads_slowly_gets_the_whole_answer(web: Web) -> None:
    client = connect(web, GET_LARGE + b"Connection: close\r\n\r\n")
    slow_until = time.monotonic() + 2 * QUICK.keep_alive_seconds
    length = 0
    while part := client.recv(200_000):
        length += len(part)
        if time.monotonic() < slow_until:
            time.sleep(0.1)
    client.close()
    assert length > LARGE


def test_a_stream_outlives_every_deadline(web: Web, left_alone: LeftAlone) -> None:
    assert soon(lambda: not is_held(web, *left_alone.ports))
    left_alone.stream.settimeout(0.1)
    with pytest.raises(TimeoutError):
        left_alone.stream.recv(1)


def test_half_open_requests_of_one_address_do_not_keep_others_out(web: Web) -> None:
    def is_bounded() -> bool:
        with ExitStack() as attack:
            for _ in range(30):
                attack.enter_context(connect(web, GET, source="127.0.0.3"))
            others = is_answered(web)
            return others and heard(connect(web, source="127.0.0.3")).startswith(b"HTTP/1.1 429 ")

    assert soon(is_bounded)


def test_a_process_takes_so_many_connections_and_no_more(web: Web) -> None:
    def is_bounded() -> bool:
        with ExitStack() as attack:
            for number in range(60):
                attack.enter_context(connect(web, source=f"127.0.1.{number % 10 + 1}"))
            return heard(connect(web)).startswith(b"HTTP/1.1 503 ")

    assert soon(is_bounded)
    assert soon(lambda: is_answered(web))
