"""The Django app that owns all tables."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from events.database import triggers


class EventsConfig(AppConfig):
    """Reinstalls the triggers of the log after every migrate, and publishes turns to streams."""

    name = "events"

    def ready(self) -> None:
        from events.play.turn_log import turn_logged  # models can be imported only now
        from events.streams.news import publish_turn

        pre_migrate.connect(triggers.drop_before_migrate, sender=self)
        post_migrate.connect(triggers.install_after_migrate, sender=self)
        turn_logged.connect(publish_turn)
