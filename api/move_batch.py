"""Moves over HTTP in batches: parsed, throttled, played and answered together.

An answer from here equals that of the ordinary view in api/views/moves.py, which answers
every request that is not answered here. So only requests that are ordinary in every way are parsed.
"""

import re
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

import msgspec

from api.http.authentication import token_in
from api.http.language import accepted_language
from api.http.throttling import RateStatus, rate_headers, rates_count
from api.idempotency import key_in
from api.metrics import request_count
from api.move_batch_headers import middleware_headers
from api.requests.matches import NewMove
from api.urls import MatchId
from events.batch import MoveRequest, play_batch, senders
from events.idempotency import Answer, request_digest
from events.players.devices import token_digest
from games.codec import Malformed, convert

Environ = Mapping[str, object]
Headers = Mapping[str, str]

MOST_BYTES = 4096
"""The largest body that is parsed here, in the event loop; no move comes near it."""
ROUTE = "api/v1/matches/<match:match>/moves"
_PATH = re.compile(f"/api/v1/matches/({MatchId.regex})/moves")
_PLAIN = {"CONTENT_TYPE": ("application/json",), "HTTP_ACCEPT": ("*/*", "application/json")}


class Request(NamedTuple):
    """A move to play, the headers that middleware adds to its answer, and when it arrived."""

    wanted: MoveRequest
    headers: Headers
    began: float


class Outcome(NamedTuple):
    """The answer, or None if the ordinary view must give it, and the sender's rate statuses."""

    answer: Answer | None
    headers: Headers
    rates: list[RateStatus]


def read(environ: Environ, body: bytes) -> Request | None:
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
    return Request(wanted, headers, perf_counter())


def play(requests: Sequence[Request]) -> list[Outcome]:
    """Play moves of different matches; every answer returned is committed."""
    wanted = [request.wanted for request in requests]
    players = senders(wanted)
    rates = rates_count([{"account": player} if player else {} for player in players])
    refused = [any(rate.wait for rate in own) for own in rates]
    allowed = [None if no else player for player, no in zip(players, refused, strict=True)]
    answers = play_batch(wanted, allowed)
    outcomes = []
    for request, own, answer in zip(requests, rates, answers, strict=True):
        if answer:
            seconds = perf_counter() - request.began
            request_count(ROUTE, "POST", answer.status, seconds)
        outcomes.append(Outcome(answer, {**request.headers, **rate_headers(own)}, own))
    return outcomes
