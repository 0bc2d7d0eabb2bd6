"""Lists in pages: `{"results": […], "next": "…"|null}` with opaque cursors."""

import base64
import binascii
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeVar

import msgspec
from django.conf import settings
from msgspec import Meta
from rest_framework.request import Request

from api.http.query_params import whole_number
from games.codec import Malformed
from games.contract import Text

MOST_PER_PAGE: int = settings.PAGE_SIZE_MOST
USUAL_PER_PAGE: int = settings.PAGE_SIZE

Row = TypeVar("Row")
Place = TypeVar("Place")
"""The position of a row in its list: the values that the list is ordered by."""

Timestamp = Annotated[int, Meta(ge=0, le=2**53)]
"""A timestamp in a cursor, in microseconds since 1970; the limit keeps it a valid datetime."""
RowNumber = Annotated[int, Meta(ge=0, le=2**63 - 1)]

_CURSOR = Text("`next` de la page d’avant", "`next` of the page before")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def timestamp_encode(time: datetime) -> Timestamp:
    """Encode a time for a cursor, without loss."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def timestamp_decode(moment: Timestamp) -> datetime:
    """Decode a time from a cursor."""
    return _EPOCH + timedelta(microseconds=moment)


def page(
    request: Request,
    rows: Callable[[Place | None, int], list[Row]],
    *,
    places: type[Place],
    place: Callable[[Row], Place],
    shown: Callable[[list[Row]], list[Any]],
) -> dict[str, Any]:
    """Return a page of the rows that `rows(after, most)` finds after a position, in order.

    `place` is a row's position, of the type `places`; `shown` serialises rows.
    """
    most = whole_number(request, "limit", default=USUAL_PER_PAGE, least=1, greatest=MOST_PER_PAGE)
    found = rows(_place(request.query_params.get("cursor"), places), most + 1)
    on_page = found[:most]
    more = len(found) > most
    return {"results": shown(on_page), "next": _cursor(place(on_page[-1])) if more else None}


def _cursor(place: object) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _place(cursor: str | None, places: type[Place]) -> Place | None:
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        return msgspec.json.decode(base64.urlsafe_b64decode(padded), type=places)
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise Malformed("malformed", "/cursor", _CURSOR) from error
