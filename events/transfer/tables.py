"""The tables of an installation, in an order in which rows can be inserted."""

from graphlib import TopologicalSorter
from typing import Any, cast

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Model

Table = type[Model]

FILLED_BY_MIGRATE: tuple[Table, ...] = (Permission, ContentType)
"""Tables in which a migrated database has rows already, the referring one first."""


def all_tables() -> list[Table]:
    """Return every table, after those that it refers to; administrators and sessions included."""
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]
    return list(TopologicalSorter({model: _referred(model) for model in models}).static_order())


def table_names() -> list[str]:
    """Return the names of these tables in the database."""
    return [model._meta.db_table for model in all_tables()]


def own_links(model: Table) -> list[Any]:
    """Return the fields by which rows of a table refer to rows of the same table."""
    return [field for field in model._meta.concrete_fields if field.related_model is model]


def has_sequence(model: Table) -> bool:
    """Whether the database generates the keys of a table."""
    return isinstance(model._meta.pk, AutoField)


def rows_in(database: BaseDatabaseWrapper) -> dict[str, int]:
    """Return the number of rows of each table that has any."""
    counts = {
        model._meta.db_table: model._base_manager.using(database.alias).count()
        for model in all_tables()
    }
    return {table: count for table, count in counts.items() if count}


def _referred(model: Table) -> list[Table]:
    related = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
    return [cast(Table, other) for other in related - {model}]
