"""The Django app of the HTTP API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """An app without models."""

    name = "api"
