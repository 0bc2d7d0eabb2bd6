"""The Django app that owns all tables."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from events.database import triggers


class EventsConfig(AppConfig):
    """Reinstalls the triggers of the log after every migrate."""

    name = "events"

    def ready(self) -> None:
        post_migrate.connect(triggers.install_after_migrate, sender=self)
