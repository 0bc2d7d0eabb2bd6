"""On SQLite requests that write, one at a time in each process; reads go on beside them.

docs/adr/0010-hot-path.md has what that is worth there, and that on PostgreSQL it is a loss.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection

from config.serve.bridge import WsgiApp
from events.baton import baton


def paced(app: WsgiApp) -> WsgiApp:
    """The same WSGI application, with the baton held while it answers a POST."""
    if connection.vendor != "sqlite":
        return app

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST":
            return app(environ, start_response)
        with baton.held():
            return app(environ, start_response)

    return application
