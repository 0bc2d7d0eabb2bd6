"""The Celery application: beat sweeps for due rows, broker messages only hasten it."""

import os
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_init
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections

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


@task_prerun.connect  # type: ignore[untyped-decorator]
@task_postrun.connect  # type: ignore[untyped-decorator]
def keep_connections(**_: Any) -> None:
    """A task begins with its predecessor's connection, unless that is broken."""
    close_old_connections()
