"""Conditional reads: an answer that the client already has is not sent again."""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Any

import msgspec
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.authentication import player_or_none
from api.http.language import language_of

Handler = Callable[..., Response]

# Values that change with time alone. Quotes inside strings are escaped, so no text can match.
_TIME_DEPENDENT = re.compile(
    rb'"server_time":"[^"]*"|"remaining_seconds":-?\d+(?:,"seats":\{[^}]*\})?'
)


def with_etag(handler: Handler) -> Handler:
    """Add a weak ETag to a GET's answer, and answer 304 if the client has that ETag."""

    @wraps(handler)
    def get(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        response = handler(view, request, *args, **kwargs)
        body = msgspec.json.encode(response.data)
        reader = player_or_none(request)
        etag = etag_of(body, reader=reader.id if reader else None, language=language_of(request))
        if _has(request.headers.get("If-None-Match", ""), etag):
            response = Response(None, status=304)
        else:
            response.data = msgspec.Raw(body)
        response["ETag"] = etag
        return response

    return get


def etag_of(body: bytes, *, reader: str | None, language: str) -> str:
    """A digest of the reader's id, the language and the body only: it reveals nothing else."""
    whose = f"{reader or ''} {language} ".encode()
    return f'W/"{blake2b(whose + _TIME_DEPENDENT.sub(b"", body), digest_size=16).hexdigest()}"'


class _ShowsMatch(msgspec.Struct):
    match: msgspec.Raw


def match_etag(answer: bytes, *, reader: str, language: str) -> str:
    """The ETag that a GET of the match would have if it sent the match of this answer."""
    match = bytes(msgspec.json.decode(answer, type=_ShowsMatch).match)
    return etag_of(match, reader=reader, language=language)


def _has(given: str, etag: str) -> bool:
    tags = parse_etags(given)
    return tags == ["*"] or etag.removeprefix("W/") in [tag.removeprefix("W/") for tag in tags]
