"""On SQLite what writes is worked on one at a time in each process; reads go on beside it.

docs/adr/0010-hot-path.md has what that is worth there, and that on PostgreSQL it is a loss.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection

from config.serve.bridge import WsgiApp
from events.baton import baton


def paced() -> AbstractContextManager[None]:
    """Inside, nothing else that writes is worked on, where that helps."""
    return baton.held() if connection.vendor == "sqlite" else nullcontext()


def paced_posts(app: WsgiApp) -> WsgiApp:
    """The same WSGI application, paced while it answers a POST."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with paced() if environ["REQUEST_METHOD"] == "POST" else nullcontext():
            return app(environ, start_response)

    return application
