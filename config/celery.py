"""The Celery application: beat sweeps for due rows; broker messages only make it sooner."""

import os
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_init
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections

from config.startup import set_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("gobelet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def require_guarded(**_: Any) -> None:
    """Refuse to start a worker, however it is started, if triggers do not guard the log."""
    try:
        set_up()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error  # Celery would only log any other exception


@task_prerun.connect  # type: ignore[untyped-decorator]
@task_postrun.connect  # type: ignore[untyped-decorator]
def keep_connections(**_: Any) -> None:
    """Let each task reuse its predecessor's database connection, unless that is broken."""
    close_old_connections()
