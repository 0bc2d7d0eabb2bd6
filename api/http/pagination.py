"""Lists in pages: `{"results": […], "next": "…"|null}` with opaque cursors.

A cursor is encrypted, as rows' numbers would tell how much happens elsewhere, and authenticated for
one list. The same position always gets the same cursor, so that answers keep their ETag.
"""

import base64
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, TypeVar

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac
from msgspec import Meta
from rest_framework.request import Request

from api.http.query_params import whole_number
from games.codec import Malformed
from games.contract import Text

MOST_PER_PAGE: int = settings.PAGE_SIZE_MOST
USUAL_PER_PAGE: int = settings.PAGE_SIZE

Row = TypeVar("Row")
Entry = TypeVar("Entry", bound=Model)
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


def timestamp_decode(microseconds: Timestamp) -> datetime:
    """Decode a time from a cursor."""
    return _EPOCH + timedelta(microseconds=microseconds)


def page(
    request: Request,
    rows: Callable[[Place | None, int], list[Row]],
    *,
    places: type[Place],
    place: Callable[[Row], Place],
    serialise: Callable[[list[Row]], list[Any]],
) -> dict[str, Any]:
    """Return a page of the rows that `rows(after, most)` finds after a position, in order.

    `place` is a row's position, of the type `places`; `serialise` is given all rows.
    """
    most = whole_number(request, "limit", default=USUAL_PER_PAGE, least=1, greatest=MOST_PER_PAGE)
    cursors = _Cursors(request.path)
    found = rows(cursors.place(request.query_params.get("cursor"), places), most + 1)
    on_page = found[:most]
    more = len(found) > most
    return {
        "results": serialise(on_page),
        "next": cursors.cursor(place(on_page[-1])) if more else None,
    }


def page_of_rows(
    request: Request, rows: QuerySet[Entry], places: type[Any], serialise: Callable[[Entry], Any]
) -> dict[str, Any]:
    """Return a page of rows that are ordered by one unique column, of the type `places`."""
    (order,) = rows.query.order_by
    column = str(order).removeprefix("-")
    side = "gt" if column == order else "lt"

    def rows_after(place: Any, most: int) -> list[Entry]:
        return list((rows if place is None else rows.filter(**{f"{column}__{side}": place}))[:most])

    return page(
        request,
        rows_after,
        places=places,
        place=attrgetter(column),
        serialise=lambda found: [serialise(row) for row in found],
    )


class _Cursors:
    """The cursors of one list."""

    def __init__(self, path: str) -> None:
        self._list = [path.encode()]

    def cursor(self, place: object) -> str:
        """Encrypt a position."""
        sealed = _cipher().encrypt(msgspec.json.encode(place), self._list)
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    def place(self, cursor: str | None, places: type[Place]) -> Place | None:
        """Decrypt a position of this list; raise Malformed for anything else."""
        if cursor is None:
            return None
        try:
            sealed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
            return msgspec.json.decode(_cipher().decrypt(sealed, self._list), type=places)
        except (InvalidTag, ValueError, msgspec.MsgspecError) as error:
            raise Malformed("malformed", "/cursor", _CURSOR) from error


@cache
def _cipher() -> AESSIV:
    return AESSIV(salted_hmac("cursor", "key", algorithm="sha512").digest())
