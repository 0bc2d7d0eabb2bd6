"""A server of our own for one measurement: on SQLite, as `make run` starts it, without rates."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.server import Server, free_port
from tests.support.services.processes import remove, run_folder


@contextmanager
def own_server(**settings: str) -> Iterator[Server]:
    """Start a server with these environment variables, and end it after the block."""
    folder = run_folder()
    server = Server(folder / "data", free_port(), RATE_LIMITS="off", **settings)
    try:
        yield server
        server.end(signal.SIGTERM)
    finally:
        server.clean_up()
        remove(folder)
