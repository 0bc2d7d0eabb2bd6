"""The Celery application: beat sweeps for due rows, broker messages only hasten it."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.core.exceptions import ImproperlyConfigured

from config.serve.guarded import set_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("gobelet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def require_guarded(**_: Any) -> None:
    """No worker starts on a log that is not guarded, however it was started."""
    try:
        set_up()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error  # any other exception Celery would only log
