"""Comparing every row of two databases."""

from collections.abc import Iterator
from hashlib import blake2b

import msgspec

from events.transfer.copy import Row, pages
from events.transfer.databases import SOURCE, target
from events.transfer.tables import Table, all_tables


def rows_compare() -> Iterator[tuple[int, str | None]]:
    """Yield for each page of either database its number of rows, and for a table its difference."""
    for model in all_tables():
        digests = []
        for alias in (SOURCE, target().alias):
            digest = _Digest()
            for page in pages(model, alias):
                digest.add(page)
                yield len(page), None
            digests.append(digest)
        yield 0, _difference(model, *digests)


class _Digest:
    """The number of rows and the sum of their digests: the two databases sort text differently."""

    def __init__(self) -> None:
        self.count = self.sum = 0

    def add(self, rows: list[Row]) -> None:
        self.count += len(rows)
        for row in rows:
            self.sum += int.from_bytes(blake2b(msgspec.json.encode(row)).digest())


def _difference(model: Table, ours: _Digest, theirs: _Digest) -> str | None:
    table = model._meta.db_table
    if ours.count != theirs.count:
        return f"{table} has {ours.count:,} rows in the old database, {theirs.count:,} in the new"
    return None if ours.sum == theirs.sum else f"{table} has rows that differ"
