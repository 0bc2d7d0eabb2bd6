"""Before a process serves: Django is set up, and the log is guarded by its database."""

import os

import django
from django.db import connections


def set_up() -> None:
    """Get ready to serve, or fail; no connection stays open."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from events.guard import require_guarded_log
    from events.signing import signing_key_publish

    require_guarded_log()
    signing_key_publish()
    connections.close_all()
