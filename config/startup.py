"""The startup of every process: set up Django, and check that the database may be used."""

import os
from importlib import import_module

import django
from django.conf import settings
from django.db import connections


def set_up() -> None:
    """Set up Django, require the log's triggers, publish the signing key, start telemetry.

    Raise ImproperlyConfigured if the triggers are missing, or if the database was moved or is
    being moved. No connection stays open.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config.telemetry import telemetry_start
    from events.database.move_mark import require_not_moved
    from events.database.triggers import require_triggers
    from events.log.receipts import signing_key_publish

    require_not_moved()
    require_triggers()
    signing_key_publish()
    telemetry_start()
    connections.close_all()


def struct_types_load() -> None:
    """Load what requests would load lazily, in several threads: views, games, types of structs."""
    from games.registry import all_rulesets
    from games.struct_types import struct_types_resolve

    import_module(settings.ROOT_URLCONF)
    all_rulesets()
    struct_types_resolve()
