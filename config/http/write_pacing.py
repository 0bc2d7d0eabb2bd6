"""On SQLite each process executes one writing request at a time; reads run beside it.

docs/adr/0010-hot-path.md has the measurements: a gain on SQLite, a loss on PostgreSQL.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection

from config.http.wsgi_bridge import WsgiApp
from events.database.write_turn import write_turn


def paced() -> AbstractContextManager[None]:
    """Return a context that holds the process's write turn on SQLite and does nothing elsewhere."""
    return write_turn.held() if connection.vendor == "sqlite" else nullcontext()


def paced_posts(app: WsgiApp) -> WsgiApp:
    """Return the WSGI application with each POST inside `paced`."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with paced() if environ["REQUEST_METHOD"] == "POST" else nullcontext():
            return app(environ, start_response)

    return application
