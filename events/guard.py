"""Refuse to serve from a log that the database does not guard."""

from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from events import triggers


def require_guarded_log() -> None:
    """Raise unless every trigger of the log is in force; whoever serves calls this first."""
    if missing := triggers.missing(connection):
        raise ImproperlyConfigured(
            f"The log is not guarded: {', '.join(missing)} missing. "
            "Run `python manage.py migrate`, which puts the triggers back."
        )
