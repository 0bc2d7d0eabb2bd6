"""The web server's one door, with toy applications behind it: streams, answers, and stopping."""

import json
import signal
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from config.http.bounded_protocol import Limits
from tests.server.toys import BODY_LIMIT, Web, open_stream, toy_web
from tests.support.server import PATIENCE


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """A web process with the usual limits; the last test ends it."""
    with toy_web(Limits()) as web:
        yield web


def ask(port: int, method: str, path: str, **more: Any) -> tuple[int, bytes]:
    """One request on a connection of its own: status and body."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, path, **more)
        response = connection.getresponse()
        return response.status, response.read()


def test_an_answer_sees_the_request_as_it_was_sent(web: Web) -> None:
    headers = {"Idempotency-Key": "k", "X_Forwarded_For": "forged", "Content-Type": "text/plain"}
    _, body = ask(web[1], "POST", "/caf%C3%A9?q=%C3%A9", body=b"\x00\xff", headers=headers)
    seen = json.loads(body)
    assert seen["PATH_INFO"] == "/café".encode().decode("latin-1")
    assert seen["QUERY_STRING"] == "q=%C3%A9"
    assert (seen["body"], seen["CONTENT_LENGTH"], seen["CONTENT_TYPE"]) == (
        "\0ÿ",
        "2",
        "text/plain",
    )
    assert seen["HTTP_IDEMPOTENCY_KEY"] == "k"
    assert "HTTP_X_FORWARDED_FOR" not in seen
    assert seen["REMOTE_ADDR"] == "127.0.0.1"


@pytest.mark.parametrize("length", [BODY_LIMIT + 1, 10_000_000])
@pytest.mark.parametrize("chunked", [False, True])
def test_of_a_long_body_the_application_sees_that_it_is_too_long(
    web: Web, length: int, chunked: bool
) -> None:
    body = iter([b"x" * length]) if chunked else b"x" * length
    status, answer = ask(web[1], "POST", "/", body=body, encode_chunked=chunked)
    assert status == 200
    assert len(json.loads(answer)["body"]) == BODY_LIMIT + 1
    assert ask(web[1], "POST", "/", body=b"x" * BODY_LIMIT)[0] == 200


def test_answers_keep_coming_while_streams_are_open(web: Web) -> None:
    streams = [open_stream(web[1]) for _ in range(50)]
    assert [ask(web[1], "GET", "/")[0] for _ in range(20)] == [200] * 20
    for stream in streams:
        stream.close()


def test_a_web_process_stops_though_a_stream_is_open(web: Web) -> None:
    process, port = web
    with open_stream(port):
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)  # the stream itself would last for an hour
