"""The HTTP interface."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """No tables, no state."""

    name = "api"
