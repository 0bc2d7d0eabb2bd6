"""What the middleware says of an answer, for answers that do not pass through it."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from io import BytesIO

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Handler = Callable[[HttpRequest], HttpResponse]

_COUNTS_REQUESTS = "api.metrics.measured"
_ACCEPTED = 201
# By what of a request it is decided.
_HEARD = (
    "wsgi.url_scheme",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "HTTP_ORIGIN",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
)


def headers_said(environ: Mapping[str, object]) -> Mapping[str, str] | None:
    """The headers of an answer to a POST from there; None if it would not get as far as a view."""
    return _said(*(environ.get(name) for name in _HEARD))


@lru_cache
def _said(*heard: object) -> Mapping[str, str] | None:
    request = {name: value for name, value in zip(_HEARD, heard, strict=True) if value is not None}
    request |= {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/v1/", "wsgi.input": BytesIO()}
    try:
        answer = _handler()(WSGIRequest(request))
    except SuspiciousOperation:
        return None
    if answer.status_code != _ACCEPTED:
        return None
    return {name: value for name, value in answer.items() if name != "Content-Length"}


@cache
def _handler() -> Handler:
    """The middleware around an answer as Django REST framework makes it."""

    def handler(request: HttpRequest) -> HttpResponse:
        allowed = {"Allow": "POST, OPTIONS"}
        return HttpResponse(status=_ACCEPTED, content_type="application/json", headers=allowed)

    chain: Handler = handler
    for name in reversed(settings.MIDDLEWARE):
        if name != _COUNTS_REQUESTS:
            chain = import_string(name)(chain)
    return chain
