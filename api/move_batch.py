"""Moves over HTTP in batches: parsed, throttled, played and answered together.

An answer from here equals that of the ordinary view in api/views/moves.py, which answers
every request that is not answered here. So only requests that are ordinary in every way are parsed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from time import perf_counter
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from api.http.authentication import token_in
from api.http.etag import match_etag
from api.http.language import accepted_language
from api.http.throttling import RateStatus, rate_headers, rates_count
from api.idempotency import key_in
from api.metrics import request_count
from api.requests.matches import NewMove
from api.urls import MatchId
from events.batch import MoveRequest, Sender, play_batch, senders
from events.idempotency import KeyedResponse, request_digest
from events.players.devices import token_digest
from games.codec import Malformed, convert

Environ = Mapping[str, object]
Headers = Mapping[str, str]
Handler = Callable[[HttpRequest], HttpResponse]

MOST_BYTES = 4096
"""The largest body that is parsed here, in the event loop; no move comes near it."""
ROUTE = "api/v1/matches/<match:match>/moves"
_PATH = re.compile(f"/api/v1/matches/({MatchId.regex})/moves")
_COUNTS_REQUESTS = "api.metrics.metrics_middleware"
_ACCEPTED = 201
_INPUTS = (
    "wsgi.url_scheme",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "HTTP_ORIGIN",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
)
"""The parts of a request that the headers of middleware depend on."""
_PLAIN = {"CONTENT_TYPE": ("application/json",), "HTTP_ACCEPT": ("*/*", "application/json")}


class BatchRequest(NamedTuple):
    """A move to play, the headers that middleware adds to its answer, and when it arrived."""

    wanted: MoveRequest
    headers: Headers
    began: float


class BatchOutcome(NamedTuple):
    """The answer, or None if the ordinary view must give it, and the sender's rate statuses."""

    answer: KeyedResponse | None
    headers: Headers
    rates: list[RateStatus]


def request_read(environ: Environ, body: bytes) -> BatchRequest | None:
    """Parse the move of a request; return None if anything about the request is unusual."""
    if len(body) > MOST_BYTES:
        return None
    path = str(environ["PATH_INFO"])
    match = _PATH.fullmatch(path)
    token = token_in(str(environ.get("HTTP_AUTHORIZATION", "")))
    key = key_in(str(environ.get("HTTP_IDEMPOTENCY_KEY", "")))
    plain = all(environ.get(name, usual[0]) in usual for name, usual in _PLAIN.items())
    if not (match and token and key and plain):
        return None
    headers = middleware_headers(environ)
    if headers is None or environ["QUERY_STRING"]:
        return None
    try:
        data = msgspec.json.decode(body)
        form = convert(data, NewMove)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed):
        return None
    wanted = MoveRequest(
        match=match[1],
        token=token_digest(token),
        key=key,
        request=request_digest("POST", path, data),
        move=form.move,
        expected_version=form.expected_version,
        expected_asked=form.expected_asked,
        recap=bool(form.recap),
        language=accepted_language(str(environ.get("HTTP_ACCEPT_LANGUAGE", ""))),
    )
    return BatchRequest(wanted, headers, perf_counter())


def requests_play(requests: Sequence[BatchRequest]) -> list[BatchOutcome]:
    """Play moves of different matches; every answer returned is committed."""
    wanted = [request.wanted for request in requests]
    sent_by = senders(wanted)
    rates = rates_count([{"account": sender.id} if sender else {} for sender in sent_by])
    refused = [any(rate.wait for rate in own) for own in rates]
    allowed = [
        sender.id if sender and not no else None
        for sender, no in zip(sent_by, refused, strict=True)
    ]
    answers = play_batch(wanted, allowed)
    outcomes = []
    for request, sender, own, answer in zip(requests, sent_by, rates, answers, strict=True):
        headers = {**request.headers, **rate_headers(own)}
        if answer and sender:
            headers["ETag"] = _etag(request.wanted, sender, answer)
            seconds = perf_counter() - request.began
            request_count(ROUTE, "POST", answer.status, seconds)
        outcomes.append(BatchOutcome(answer, headers, own))
    return outcomes


def _etag(wanted: MoveRequest, sender: Sender, answer: KeyedResponse) -> str:
    language = wanted.language or sender.locale
    return match_etag(answer.body, reader=sender.id, language=language)


def middleware_headers(environ: Environ) -> Headers | None:
    """The headers that middleware adds to the answer to a POST; None if it would refuse it."""
    return _cached_headers(*(environ.get(name) for name in _INPUTS))


@lru_cache
def _cached_headers(*values: object) -> Headers | None:
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
