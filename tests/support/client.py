"""The server's door in a test's own process: moves by the express way, the rest through Django."""

from functools import cache
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import setting_changed
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from api.http.throttling import RATE_STATUSES
from api.move_batch import Outcome, read
from config.http.move_batcher import batch_play


class DoorClient(Client):
    """Django's client, whose requests are answered as the server answers them."""

    def __init__(self, **defaults: Any) -> None:
        super().__init__(SERVER_NAME="localhost", raise_request_exception=False, **defaults)
        self.handler = _door()


class _Door(ClientHandler):
    def __call__(self, environ: dict[str, Any]) -> Any:
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith("/moves"):
            body = environ["wsgi.input"].read()
            if request := read(environ, body):
                outcome = batch_play([request])[0]
                if outcome and outcome.played:
                    return _response(environ, outcome)
                if outcome:
                    environ[RATE_STATUSES] = outcome.standings
            environ["wsgi.input"] = BytesIO(body)
        return super().__call__(environ)


def _response(environ: dict[str, Any], outcome: Outcome) -> Any:
    assert outcome.played
    response: Any = HttpResponse(outcome.played.body, status=outcome.played.status)
    for name, value in outcome.headers.items():
        response[name] = value
    response["Content-Length"] = str(len(outcome.played.body))
    response.wsgi_request = WSGIRequest(environ)
    return response


@cache
def _door() -> _Door:
    """One for all clients: a new one reads every static file's name and size again."""
    return _Door()


@setting_changed.connect
def _forget_the_door(**_: object) -> None:
    """Have middleware made anew, which reads settings once."""
    _door.cache_clear()
