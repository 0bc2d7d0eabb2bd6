"""Writing requests: one transaction each, and one answer for each Idempotency-Key."""

import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.authentication import player_or_none, player_required
from api.http.problems import Problem
from events.database.transactions import run_in_transaction
from events.errors import NotFound
from events.idempotency import KeyedResponse, StoredResponse, request_digest, run_once
from events.seats.access import match_get_visible, viewer_of
from events.selectors.match import match_json

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
Handler = Callable[..., Response]


def key_required(request: Request) -> str:
    """The Idempotency-Key; raise Problem if it is malformed or missing."""
    key = key_of(request)
    if key is None:
        raise Problem(428, "idempotency_key_required")
    return key


def key_of(request: Request) -> str | None:
    """The Idempotency-Key, bare or quoted, or None; raise Problem if it is malformed."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    key = key_in(given)
    if key is None:
        raise Problem(400, "idempotency_key_malformed")
    return key


def key_in(header: str) -> str | None:
    """The key in the value of an Idempotency-Key header, or None if it is malformed."""
    quoted = len(header) >= 2 and header[0] == header[-1] == '"'
    key = header[1:-1] if quoted else header
    return key if _KEY.fullmatch(key) else None


def idempotent_write(
    *, again: Callable[[Request, bytes], bytes] | None = None
) -> Callable[[Handler], Handler]:
    """Run a POST in one transaction and store its answer; a refusal changes and stores nothing.

    `again` updates a stored answer before it is given again.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            key = key_of(request)
            handle = partial(handler, view, request, *args, **kwargs)
            if key is None:
                return run_in_transaction(handle)

            def work() -> tuple[KeyedResponse, Response]:
                response = handle()
                body = msgspec.json.encode(response.data)
                response.data = msgspec.Raw(body)
                return KeyedResponse(response.status_code, body), response

            def replay(stored: StoredResponse) -> bytes:
                body = bytes(stored.body or b"")
                return again(request, body) if again else body

            return respond_once(request, key, work, replay)

        return post

    return decorate


def respond_once(
    request: Request,
    key: str,
    work: Callable[[], tuple[KeyedResponse, Response]],
    replay: Callable[[StoredResponse], bytes],
    match_id: str | None = None,
) -> Response:
    """Respond with the work's response, or with what `replay` makes of the one stored before;
    `match_id` names the match of a move."""
    result = run_once(
        work,
        player=player_required(request),
        key=key,
        request=request_digest("POST", request.path, request.data),
        match_id=match_id,
    )
    if isinstance(result, Response):
        return result
    response = Response(msgspec.Raw(replay(result)), status=result.status)
    response["Idempotent-Replayed"] = "true"
    return response


def with_current_match(request: Request, body: bytes) -> bytes:
    """Return a stored answer with a match unchanged while the match has the same version.

    Later, replace its match by the current one: what has faded must not be shown again.
    """
    stored = msgspec.json.decode(body)
    shown = stored.get("match", stored)
    try:
        now = match_get_visible(shown["id"], player_or_none(request))
    except NotFound:  # a private match, left before it began: the answer holds nothing hidden
        return body
    if now.version == shown["version"]:
        return body
    shown = match_json(now, viewer_of(now, player_or_none(request)))
    if "match" in stored:
        return msgspec.json.encode(stored | {"match": shown})
    kept = {"promise": stored["promise"]} if "promise" in stored else {}
    return msgspec.json.encode(shown | kept)
