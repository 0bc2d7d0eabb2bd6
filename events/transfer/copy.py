"""Copying every row, page by page; each page commits together with how far it has come.

Events are inserted in their order, so that the triggers of the log check each of them and count up
the version and head of its match. Therefore a match is inserted as it was before its first event,
unless its log is archived.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

from django.db import DatabaseError, transaction

from events.database.bulk import insert_rows, sequence_values, set_sequence
from events.database.move_mark import record_step, steps_done
from events.log.fairness import first_head
from events.models import Match
from events.transfer.databases import SOURCE, source, target
from events.transfer.errors import MoveFailed
from events.transfer.tables import (
    FILLED_BY_MIGRATE,
    Table,
    all_tables,
    has_sequence,
    own_links,
    rows_in,
)

PAGE = 500

Row = Sequence[Any]


def rows_count() -> int:
    """Return the number of rows to copy."""
    return sum(rows_in(source()).values())


def rows_copy() -> Iterator[int]:
    """Copy what is not copied yet; yields numbers of rows, those of earlier runs first."""
    done = steps_done(target())
    if "emptied" not in done:
        _empty()
    for model in all_tables():
        table = model._meta.db_table
        after, copied = done.get(table, [None, 0])
        yield cast(int, copied)
        yield from _table_copy(model, after, cast(int, copied))
        if own_links(model) and f"links of {table}" not in done:
            _links_copy(model)
    _sequences_copy()


def pages(model: Table, alias: str, after: object = None) -> Iterator[list[Row]]:
    """Yield the rows of a table in the order of their keys, as values of all columns."""
    key = [field.attname for field in model._meta.concrete_fields].index(model._meta.pk.attname)
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
    page = list(rows[:PAGE] if after is None else rows.filter(pk__gt=after)[:PAGE])
    while page:
        yield page
        page = list(rows.filter(pk__gt=page[-1][key])[:PAGE])


def _empty() -> None:
    """Delete the rows that migrate has written; those of the source have other keys."""
    with transaction.atomic():
        for model in FILLED_BY_MIGRATE:
            model._base_manager.all().delete()
        record_step(target(), "emptied", [])


def _table_copy(model: Table, after: object, copied: int) -> Iterator[int]:
    names = [field.attname for field in model._meta.concrete_fields]
    key, change = names.index(model._meta.pk.attname), _change(model, names)
    for page in pages(model, SOURCE, after):
        copied += len(page)
        _page_insert(model, [change(row) for row in page], [page[-1][key], copied])
        yield len(page)


def _page_insert(model: Table, rows: list[Row], reached: list[object]) -> None:
    table = model._meta.db_table
    try:
        with transaction.atomic():
            insert_rows(target(), model, rows)
            record_step(target(), table, reached)
    except DatabaseError as error:
        reason = str(error).splitlines()[0]
        raise MoveFailed(f"The new database does not accept a row of {table}: {reason}") from error


def _change(model: Table, names: list[str]) -> Callable[[Row], Row]:
    """Return how rows are inserted at first: without links to rows that may come later."""
    links = {names.index(field.attname): None for field in own_links(model)}
    if model is Match:
        return partial(_as_opened, names, links)
    return partial(_with, links) if links else lambda row: row


def _as_opened(names: list[str], links: dict[int, None], row: Row) -> Row:
    match = dict(zip(names, row, strict=True))
    if match["archived_at"]:
        return _with(links, row)
    head = first_head(match["id"], match["ruleset"], bytes.fromhex(match["commitment"]))
    return _with({names.index("version"): 0, names.index("head"): head.hex(), **links}, row)


def _with(changes: dict[int, Any], row: Row) -> Row:
    return [changes.get(place, value) for place, value in enumerate(row)]


def _links_copy(model: Table) -> None:
    """Set the links between rows of one table, now that all of them are there."""
    for field in own_links(model):
        linked = model._base_manager.using(SOURCE).exclude(**{field.attname: None})
        for key, other in linked.values_list("pk", field.attname).iterator(PAGE):
            model._base_manager.filter(pk=key).update(**{field.attname: other})
    record_step(target(), f"links of {model._meta.db_table}", [])


def _sequences_copy() -> None:
    last = sequence_values(source())
    for model in filter(has_sequence, all_tables()):
        set_sequence(target(), model, last.get(model._meta.db_table, 0))
