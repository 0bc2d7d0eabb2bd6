"""The startup of every process: set up Django and check that triggers guard the log."""

import os

import django
from django.db import connections


def set_up() -> None:
    """Set up Django, require the log's triggers and publish the signing key.

    Raise ImproperlyConfigured if the triggers are missing. No connection stays open.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from events.database.triggers import require_triggers
    from events.log.receipts import signing_key_publish

    require_triggers()
    signing_key_publish()
    connections.close_all()
