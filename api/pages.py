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

from api.query import whole_number
from games.codec import Malformed
from games.contract import Text

MOST_PER_PAGE: int = settings.PAGE_SIZE_MOST
USUAL_PER_PAGE: int = settings.PAGE_SIZE

Row = TypeVar("Row")
Place = TypeVar("Place")
"""Where a row stands in its list: the values that the list is ordered by."""

Moment = Annotated[int, Meta(ge=0, le=2**53)]
"""A time in a cursor, in microseconds since 1970: none that is decoded is out of range."""
RowNumber = Annotated[int, Meta(ge=0, le=2**63 - 1)]

_CURSOR = Text("`next` de la page d’avant", "`next` of the page before")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment_of(time: datetime) -> Moment:
    """A time as a cursor holds it, exactly."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def time_of(moment: Moment) -> datetime:
    """The time that a cursor holds."""
    return _EPOCH + timedelta(microseconds=moment)


def page(
    request: Request,
    rows: Callable[[Place | None, int], list[Row]],
    *,
    places: type[Place],
    place: Callable[[Row], Place],
    shown: Callable[[list[Row]], list[Any]],
) -> dict[str, Any]:
    """A page of the rows that `rows(after, most)` finds past a place, in order."""
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
