"""Operations on their way out say so: Deprecation (RFC 9745) and Sunset (RFC 8594) headers."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, TypeVar

from django.utils.http import http_date
from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class Deprecated(Struct, frozen=True):
    """From when an operation should no longer be used, until when it is there, and what to read.

    The days are `YYYY-MM-DD`, in UTC; docs/versioning.md says how far apart they must be.
    """

    since: str
    sunset: str
    link: str

    @property
    def headers(self) -> dict[str, str]:
        """What every answer of the operation carries."""
        return {
            "Deprecation": f"@{_second(self.since)}",
            "Sunset": http_date(_second(self.sunset)),
            "Link": f'<{self.link}>; rel="deprecation"; type="text/html"',
        }


def announced(deprecated: Deprecated, handler: F) -> F:
    """The handler, whose answers and refusals say that it is deprecated."""

    @wraps(handler)
    def handle(view: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        view.headers |= deprecated.headers  # DRF puts them on whatever is answered
        return handler(view, request, *args, **kwargs)

    return handle  # type: ignore[return-value]


def _second(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
