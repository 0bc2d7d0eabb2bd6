"""Writing requests: one transaction each, and the same answer for the same Idempotency-Key."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import signed_in
from api.problems import Problem
from events.answers import answer_begin, answer_is_latest, answer_keep
from events.commit import committed
from events.moves import match_awaited

KEY = re.compile(r"[\x21-\x7e]{1,255}")
Handler = Callable[..., Response]
Again = Callable[[Any, Request, bytes], bytes]


def key_of(request: Request, *, required: bool) -> str | None:
    """The Idempotency-Key, bare or quoted."""
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


def writes(*, key_required: bool = False, again: str | None = None) -> Callable[[Handler], Handler]:
    """Run a POST in one transaction and keep its answer; a refusal changes and keeps nothing.

    `again` names the view's method that brings an outdated kept answer up to date.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            key = key_of(request, required=key_required)
            body = request.data

            def answered() -> Response:
                if key is None:
                    return handler(view, request, *args, **kwargs)
                if "match" in kwargs:
                    match_awaited(kwargs["match"])
                kept = answer_begin(
                    player=signed_in(request), key=key, method="POST", path=request.path, body=body
                )
                if not isinstance(kept, int):
                    answer = bytes(kept.body or b"")
                    if again and not answer_is_latest(kept):
                        answer = getattr(view, again)(request, answer, *args, **kwargs)
                    response = Response(msgspec.Raw(answer), status=kept.status)
                    response["Idempotent-Replayed"] = "true"
                    return response
                response = handler(view, request, *args, **kwargs)
                answer = msgspec.json.encode(response.data)
                answer_keep(
                    kept,
                    status=response.status_code,
                    body=answer,
                    match=getattr(response, "match_moved", None),
                    writes=getattr(response, "writes", ()),
                )
                response.data = msgspec.Raw(answer)
                return response

            return committed(answered)

        return post

    return decorate
