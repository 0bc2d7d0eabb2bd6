"""JSON parsing and rendering with msgspec: typed, strict and fast."""

from typing import Any

import msgspec
from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from api.http.problems import Problem


class JsonParser(BaseParser):
    """Parse a body to plain values; an empty body is an empty object."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, context: Any = None) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise Problem(413, "body_too_large")
        if not body.strip():
            return {}
        try:
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ParseError from error


class Negotiation(DefaultContentNegotiation):
    """Only JSON is served, so the usual Accept headers need no full negotiation."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json"):
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


class NoNegotiation(DefaultContentNegotiation):
    """No negotiation, for streams and texts, which are never JSON: only problems are rendered."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class JsonRenderer(BaseRenderer):
    """Render structs, raw JSON and plain values."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)
