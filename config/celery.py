"""The Celery application: beat sweeps for due rows, broker messages only hasten it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("gobelet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
