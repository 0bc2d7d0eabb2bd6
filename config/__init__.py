"""Settings from the environment, urls, Celery: what ties the layers into one program."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
