"""The headers that middleware adds, for answers that do not pass through it."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from io import BytesIO

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Handler = Callable[[HttpRequest], HttpResponse]

_COUNTS_REQUESTS = "api.metrics.metrics_middleware"
_ACCEPTED = 201
# The parts of a request that these headers depend on.
_INPUTS = (
    "wsgi.url_scheme",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "HTTP_ORIGIN",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
)


def middleware_headers(environ: Mapping[str, object]) -> Mapping[str, str] | None:
    """The headers of the answer to a POST; None if middleware would refuse the request."""
    return _cached_headers(*(environ.get(name) for name in _INPUTS))


@lru_cache
def _cached_headers(*values: object) -> Mapping[str, str] | None:
    request = {
        name: value for name, value in zip(_INPUTS, values, strict=True) if value is not None
    }
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
    """The middleware chain around an answer as Django REST framework makes it."""

    def handler(request: HttpRequest) -> HttpResponse:
        allowed = {"Allow": "POST, OPTIONS"}
        return HttpResponse(status=_ACCEPTED, content_type="application/json", headers=allowed)

    chain: Handler = handler
    for name in reversed(settings.MIDDLEWARE):
        if name != _COUNTS_REQUESTS:
            chain = import_string(name)(chain)
    return chain
