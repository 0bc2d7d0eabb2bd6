"""Moves as they come over HTTP, many at once: read, counted, played, answered.

Who is answered here gets what the view in api/views/matches.py would have said; who is not, is
answered by that view. So only what looks ordinary in every way is read here.
"""

import re
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

import msgspec

from api.idempotency import KEY
from api.limits import Standing, counted, rate_headers
from api.metrics import request_counted
from api.middleware import headers_said
from api.shapes.matches import NewMove
from api.urls import MatchId
from events.answers import request_digest
from events.devices import token_digest
from events.express import Played, Wanted, moves_play, senders
from games.codec import Malformed, convert

Environ = Mapping[str, object]
Headers = Mapping[str, str]

MOST_BYTES = 4096
"""Of a body that is read here, in the event loop; no move comes near it."""
ROUTE = "api/v1/matches/<match:match>/moves"
_PATH = re.compile(f"/api/v1/matches/({MatchId.regex})/moves")
_TOKEN = re.compile(r"Token ([\w-]+)", re.ASCII)
_PLAIN = {"CONTENT_TYPE": ("application/json",), "HTTP_ACCEPT": ("*/*", "application/json")}


class Request(NamedTuple):
    """A move that is asked for, what the middleware says of its answer, and when it came."""

    wanted: Wanted
    headers: Headers
    began: float


class Outcome(NamedTuple):
    """The answer, unless the view has to give it; and how the sender stands with the rates."""

    played: Played | None
    headers: Headers
    standings: list[Standing]


def read(environ: Environ, body: bytes) -> Request | None:
    """The move that a request asks for, or None where anything about it is unusual."""
    if len(body) > MOST_BYTES:
        return None
    path = str(environ["PATH_INFO"])
    match = _PATH.fullmatch(path)
    token = _TOKEN.fullmatch(str(environ.get("HTTP_AUTHORIZATION")))
    key = str(environ.get("HTTP_IDEMPOTENCY_KEY", ""))
    plain = all(environ.get(name, usual[0]) in usual for name, usual in _PLAIN.items())
    if not (match and token and plain and KEY.fullmatch(key)) or key.startswith('"'):
        return None
    headers = headers_said(environ)
    if headers is None or environ["QUERY_STRING"]:
        return None
    try:
        data = msgspec.json.decode(body)
        form = convert(data, NewMove)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed):
        return None
    wanted = Wanted(
        match=match[1],
        token=token_digest(token[1]),
        key=key,
        request=request_digest("POST", path, data),
        move=form.move,
        expected_version=form.expected_version,
        expected_asked=form.expected_asked,
    )
    return Request(wanted, headers, perf_counter())


def play(requests: Sequence[Request]) -> list[Outcome]:
    """Play moves of different matches; what is answered is committed."""
    wanted = [request.wanted for request in requests]
    people = senders(wanted)
    standings = counted([{"account": player} if player else {} for player in people])
    refused = [any(one.wait for one in own) for own in standings]
    allowed = [None if no else player for player, no in zip(people, refused, strict=True)]
    played = moves_play(wanted, allowed)
    outcomes = []
    for request, own, one in zip(requests, standings, played, strict=True):
        if one:
            seconds = perf_counter() - request.began
            request_counted(ROUTE, "POST", one.status, seconds)
        outcomes.append(Outcome(one, {**request.headers, **rate_headers(own)}, own))
    return outcomes
