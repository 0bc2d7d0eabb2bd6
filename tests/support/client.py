"""Requests answered in the test's own process as the server answers them, moves in batches."""

from collections.abc import Coroutine
from functools import cache
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import setting_changed
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler, FakePayload

from api.move_batch import BatchOutcome, BatchRequest
from config.http.dispatch import is_move
from config.http.move_batcher import MoveBatcher, batch_play
from config.http.wsgi_bridge import Response, headers_encode


class ServerClient(Client):
    """Django's client, with the server's own move batcher for moves."""

    def __init__(self, **defaults: Any) -> None:
        super().__init__(SERVER_NAME="localhost", raise_request_exception=False, **defaults)
        self.handler = _handler()


class _Handler(ClientHandler):
    """Answers in the calling thread, which has the test's database connection."""

    def __init__(self) -> None:
        super().__init__()
        self._batcher = MoveBatcher(self, self, body_limit=0)

    def __call__(self, environ: dict[str, Any]) -> Any:
        if not is_move(environ["REQUEST_METHOD"], environ["PATH_INFO"]):
            return super().__call__(environ)
        body = environ["wsgi.input"].read()
        environ["wsgi.input"] = FakePayload(body)
        answer = _finished(self._batcher.answer(environ, body))
        headers = {name.decode(): value.decode() for name, value in answer.headers}
        response: Any = HttpResponse(answer.body, status=answer.status, headers=headers)
        response.wsgi_request = WSGIRequest(environ)
        return response

    async def outcome(self, request: BatchRequest) -> BatchOutcome | None:
        """Play a move at once, as a batch of its own."""
        return batch_play([request])[0]

    async def answer(self, environ: dict[str, Any]) -> Response:
        """Return the ordinary view's response."""
        response: Any = super().__call__(environ)
        return Response(response.status_code, headers_encode(response.items()), response.content)


def _finished(coroutine: Coroutine[Any, Any, Response]) -> Response:
    """Run a coroutine that waits for nothing; there is no event loop, so views may use the ORM."""
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return finished.value  # type: ignore[no-any-return]
    raise AssertionError("it waits")


@cache
def _handler() -> _Handler:
    """One for all clients: a new one reads every static file's name and size again."""
    return _Handler()


@setting_changed.connect
def _forget_handler(**_: object) -> None:
    """Build middleware again, which reads settings once."""
    _handler.cache_clear()
