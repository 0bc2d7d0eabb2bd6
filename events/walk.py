"""Going through all rows of a table, however many they are, while others write."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

PAGE = 500


def ids_of(rows: QuerySet[Any, Any]) -> Iterator[Any]:
    """The keys of these rows in order; each page is a query, and nothing is held in between."""
    ordered = rows.order_by("pk")
    page = list(ordered.values_list("pk", flat=True)[:PAGE])
    while page:
        yield from page
        page = list(ordered.filter(pk__gt=page[-1]).values_list("pk", flat=True)[:PAGE])
