"""The web process: uvicorn at an address that the supervisor has reserved with `socket_reserve`."""

import gc
import resource
import socket
import sys
from collections.abc import Awaitable, Callable

import uvicorn
from django.conf import settings

from config.supervisor.errors import StartupError

BACKLOG = 2048
GRACE_SECONDS = 2
OTHER_FILES = 1000
"""Most files that a process has open beside its streams: requests, databases, logs."""
GC_THRESHOLDS = (100_000, 50, 100)
"""Garbage collector: objects allocated, then collections per generation before the next older one.
With Python's defaults (700, 10, 10) the collector takes a tenth of the time of a move."""

Stopping = Callable[[], Awaitable[None]]


def socket_reserve(host: str, port: int, *, named: str = "PORT") -> socket.socket:
    """Return a socket bound to this address that does not listen yet, or raise StartupError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise StartupError(
            f"HOST={host} is no address of this machine ({error.strerror})."
        ) from error
    reserved = socket.socket(family, kind, protocol)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        reserved.bind(address)
    except OSError as error:
        reserved.close()
        raise StartupError(
            f"Cannot listen on {host}:{port} ({error.strerror}). "
            f"Stop what is using it, or choose another port: {named}={port + 1} make run"
        ) from error
    # Only now, so that an address in use by another process is refused.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return reserved


def socket_listen(given: socket.socket) -> socket.socket:
    """Return the given socket if it listens, else a new listening socket at its address.

    The kernel distributes connections among the sockets of all processes, and gives none to a
    process that has ended. With one shared socket, the first process to wake up would accept all
    waiting connections.
    """
    if given.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        return given
    own = socket.socket(given.family, given.type, given.proto)
    for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
        own.setsockopt(socket.SOL_SOCKET, option, 1)
    own.bind(given.getsockname())
    own.listen(BACKLOG)
    return own


class Server(uvicorn.Server):
    """A uvicorn server that calls `stopping` before it waits for open connections."""

    def __init__(self, config: uvicorn.Config, stopping: Stopping) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stopping()
        await super().shutdown(sockets)


async def no_shutdown_hook() -> None:
    """Do nothing on shutdown: for applications without streams."""


def serve(app: object, listener: socket.socket, stopping: Stopping = no_shutdown_hook) -> None:
    """Answer requests until a signal arrives; close open connections GRACE_SECONDS later."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="off",
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        server_header=False,
        # The application decides which proxies to trust for forwarded addresses.
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    Server(config, stopping).run(sockets=[listener])


def raise_file_limit(files: int) -> None:
    """Raise the limit of open files to `files`, or to the hard limit if that is lower."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if most == resource.RLIM_INFINITY else min(files, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main(descriptor: int) -> None:
    """Serve on an inherited socket, or on a new one at its address if it does not listen."""
    from config.asgi import application, streams

    raise_file_limit(settings.STREAMS_PER_PROCESS + OTHER_FILES)
    gc.freeze()  # modules loaded so far stay: the collector need not scan them
    gc.set_threshold(*GC_THRESHOLDS)
    serve(application, socket_listen(socket.socket(fileno=descriptor)), stopping=streams.close)


if __name__ == "__main__":
    main(int(sys.argv[1]))
