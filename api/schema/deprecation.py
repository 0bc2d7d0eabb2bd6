"""Deprecated operations send Deprecation (RFC 9745) and Sunset (RFC 8594) headers."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, TypeVar

from django.utils.http import http_date
from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class Deprecated(Struct, frozen=True):
    """Since when an operation is deprecated, when it is removed, and a link to the explanation.

    The days are `YYYY-MM-DD`, in UTC; docs/versioning.md says how far apart they must be.
    """

    since: str
    sunset: str
    link: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every response of the operation."""
        return {
            "Deprecation": f"@{_unix_time(self.since)}",
            "Sunset": http_date(_unix_time(self.sunset)),
            "Link": f'<{self.link}>; rel="deprecation"; type="text/html"',
        }


def with_deprecation(deprecated: Deprecated, handler: F) -> F:
    """Return the handler with the deprecation headers on its responses, refusals included."""

    @wraps(handler)
    def handle(view: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        view.headers |= deprecated.headers  # DRF adds them to every response
        return handler(view, request, *args, **kwargs)

    return handle  # type: ignore[return-value]


def _unix_time(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
