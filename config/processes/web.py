"""The web process: uvicorn at an address that the supervisor has reserved with `socket_reserve`."""

import asyncio
import gc
import resource
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

import uvicorn
from django.conf import settings

from config.http.bounded_protocol import BoundedProtocol, Limits, close_overdue
from config.supervisor.errors import StartupError

BACKLOG = 2048
GRACE_SECONDS = 2
OTHER_CONNECTIONS = 800
"""Connections of a process beside its streams."""
OTHER_FILES = 200
"""Files that a process has open beside its connections: databases, logs."""
TICKS_PER_SECOND = 10
"""Of uvicorn's main loop."""
GC_THRESHOLDS = (100_000, 50, 100)
"""Garbage collector: objects allocated, then collections per generation before the next older one.
With Python's defaults (700, 10, 10) the collector takes a tenth of the time of a move."""

Stopping = Callable[[], Awaitable[None]]


def socket_reserve(host: str, port: int, *, prefix: str = "") -> socket.socket:
    """Return a socket bound to this address that does not listen yet, or raise StartupError.

    `prefix` is that of the environment variables HOST and PORT, which errors name.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise StartupError(
            f"{prefix}HOST={host} is no address of this machine ({error.strerror})."
        ) from error
    reserved = socket.socket(family, kind, protocol)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        reserved.bind(address)
    except OSError as error:
        reserved.close()
        raise StartupError(
            f"Cannot listen on {host}:{port} ({error.strerror}). "
            f"Stop what is using it, or choose another port: {prefix}PORT={port + 1} make run"
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
    """A uvicorn server that closes overdue connections every second.

    It calls `stopping` before it waits for open connections.
    """

    def __init__(self, config: uvicorn.Config, stopping: Stopping) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_SECOND == 0:
            close_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stopping()
        await super().shutdown(sockets)


async def no_shutdown_hook() -> None:
    """Do nothing on shutdown: for applications without streams."""


def serve(
    app: object,
    listener: socket.socket,
    *,
    limits: Limits,
    stopping: Stopping = no_shutdown_hook,
) -> None:
    """Answer requests until a signal arrives; close open connections GRACE_SECONDS later."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="uvloop",
        http=partial(BoundedProtocol, limits, Counter()),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        backlog=BACKLOG,
        log_config=None,  # ours: the root logger's
        log_level="error",  # its warnings are refusals, which anybody can cause without end
        access_log=False,
        server_header=False,
        # The application decides which proxies to trust for forwarded addresses.
        proxy_headers=False,
        timeout_keep_alive=limits.keep_alive_seconds,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    Server(config, stopping).run(sockets=[listener])


def raise_file_limit(files: int) -> int:
    """Raise the limit of open files to `files` or the hard limit; return how many may be open."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if most == resource.RLIM_INFINITY else min(files, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def limits_of_settings() -> Limits:
    """Return the limits that are set, with room for every connection among the open files."""
    files = raise_file_limit(settings.STREAMS_PER_PROCESS + OTHER_CONNECTIONS + OTHER_FILES)
    return Limits(
        header_bytes=settings.HEADER_BYTES_MOST,
        header_seconds=settings.HEADER_SECONDS,
        body_seconds=settings.BODY_SECONDS,
        keep_alive_seconds=settings.KEEP_ALIVE_SECONDS,
        connections=files - OTHER_FILES,
        connections_per_address=settings.CONNECTIONS_PER_ADDRESS,
    )


def main(descriptor: int | None = None) -> None:
    """Serve on an inherited socket, or on a new one at its address if it does not listen.

    Without a descriptor it serves at HOST and PORT, for a container of its own.
    """
    from config.asgi import application, streams

    limits = limits_of_settings()
    gc.freeze()  # modules loaded so far stay: the collector need not scan them
    gc.set_threshold(*GC_THRESHOLDS)
    if descriptor is None:
        given = socket_reserve(settings.HOST, settings.PORT)
    else:
        given = socket.socket(fileno=descriptor)
    serve(application, socket_listen(given), limits=limits, stopping=streams.close)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
