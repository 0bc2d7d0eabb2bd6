"""Writing requests: one transaction each, and one answer for each Idempotency-Key."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.authentication import player_or_none, player_required
from api.http.problems import Problem
from events.database.transactions import run_in_transaction
from events.errors import NotFound
from events.idempotency import key_begin, response_is_latest, response_store
from events.seats.access import match_get_visible, viewer_of
from events.seats.locks import match_lock_first
from events.selectors.match import match_json

KEY = re.compile(r"[\x21-\x7e]{1,255}")
Handler = Callable[..., Response]
Again = Callable[[Any, Request, bytes], bytes]


def key_of(request: Request, *, required: bool) -> str | None:
    """The Idempotency-Key, bare or quoted; raise Problem if malformed, or missing but required."""
    given = request.headers.get("Idempotency-Key")
    if given is None:
        if required:
            raise Problem(428, "idempotency_key_required")
        return None
    if len(given) >= 2 and given[0] == given[-1] == '"':
        given = given[1:-1]
    if not KEY.fullmatch(given):
        raise Problem(400, "idempotency_key_malformed")
    return given


def idempotent_write(
    *, key_required: bool = False, again: str | None = None
) -> Callable[[Handler], Handler]:
    """Run a POST in one transaction and store its answer; a refusal changes and stores nothing.

    `again` names the view's method that updates a stored answer which is out of date.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            key = key_of(request, required=key_required)
            body = request.data

            def respond() -> Response:
                if key is None:
                    return handler(view, request, *args, **kwargs)
                if "match" in kwargs:
                    match_lock_first(kwargs["match"])
                stored = key_begin(
                    player=player_required(request),
                    key=key,
                    method="POST",
                    path=request.path,
                    body=body,
                )
                if not isinstance(stored, int):
                    answer = bytes(stored.body or b"")
                    if again and not response_is_latest(stored):
                        answer = getattr(view, again)(request, answer, *args, **kwargs)
                    response = Response(msgspec.Raw(answer), status=stored.status)
                    response["Idempotent-Replayed"] = "true"
                    return response
                response = handler(view, request, *args, **kwargs)
                answer = msgspec.json.encode(response.data)
                response_store(
                    stored,
                    status=response.status_code,
                    body=answer,
                    match=getattr(response, "match_moved", None),
                    writes=getattr(response, "writes", ()),
                )
                response.data = msgspec.Raw(answer)
                return response

            return run_in_transaction(respond)

        return post

    return decorate


class RefreshesMatch:
    """A mixin for views that answer with a match, or with one under `match`."""

    def still(self, request: Request, answer: bytes, match: str = "") -> bytes:
        """Return the stored answer unchanged while the match has the same version.

        Later, replace its match by the current one: what has faded must not be shown again.
        """
        stored = msgspec.json.decode(answer)
        shown = stored.get("match", stored)
        try:
            now = match_get_visible(shown["id"], player_or_none(request))
        except NotFound:  # a private match, left before it began: the answer holds nothing hidden
            return answer
        if now.version == shown["version"]:
            return answer
        shown = match_json(now, viewer_of(now, player_or_none(request)))
        if "match" in stored:
            return msgspec.json.encode(stored | {"match": shown})
        kept = {"promise": stored["promise"]} if "promise" in stored else {}
        return msgspec.json.encode(shown | kept)
