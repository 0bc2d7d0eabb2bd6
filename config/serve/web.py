"""A web process: uvicorn at an address that the supervisor has reserved; and that address."""

import gc
import resource
import socket
import sys
from collections.abc import Awaitable, Callable

import uvicorn
from django.conf import settings

from config.serve.refusal import Refusal

BACKLOG = 2048
GRACE_SECONDS = 2
OTHER_FILES = 1000
"""What a process has open beside its streams, at most: requests, databases, logs."""
COLLECTED_AFTER = (100_000, 50, 100)
"""Objects made, and how often the younger ones are looked through before the older: with Python's
own figures (700, 10, 10) the collector takes a tenth of the time of a move."""

Stopping = Callable[[], Awaitable[None]]


def bound(host: str, port: int, *, named: str = "PORT") -> socket.socket:
    """A socket that has this address and does not listen yet, or a refusal that says what to do."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Refusal(f"HOST={host} is no address of this machine ({error.strerror}).") from error
    reserved = socket.socket(family, kind, protocol)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        reserved.bind(address)
    except OSError as error:
        reserved.close()
        raise Refusal(
            f"Cannot listen on {host}:{port} ({error.strerror}). "
            f"Stop what is using it, or choose another port: {named}={port + 1} make run"
        ) from error
    # Only now, so that an address which somebody else has is refused.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return reserved


def listening(given: socket.socket) -> socket.socket:
    """The socket itself if it listens, or else one of this process's own at its address.

    The system deals out connections among those of all processes, and to none that has ended. Of
    one socket that several share, the first to wake up would take all that have come.
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
    """Says when it stops, before it waits for whatever is still open."""

    def __init__(self, config: uvicorn.Config, stopping: Stopping) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stopping()
        await super().shutdown(sockets)


async def nothing() -> None:
    """For applications without streams."""


def serve(app: object, listener: socket.socket, stopping: Stopping = nothing) -> None:
    """Answer requests until a signal says stop; what is open a moment later is then cut."""
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
        # Whom to believe about forwarded addresses is for the application to say.
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    Server(config, stopping).run(sockets=[listener])


def make_room(files: int) -> None:
    """Allow this process so many open files, or as many as it may allow itself."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if most == resource.RLIM_INFINITY else min(files, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main(descriptor: int) -> None:
    """Serve on a socket that is open already, or beside it."""
    from config.asgi import application, streams

    make_room(settings.STREAMS_PER_PROCESS + OTHER_FILES)
    gc.freeze()  # what is loaded by now stays: the collector need not look through it again
    gc.set_threshold(*COLLECTED_AFTER)
    serve(application, listening(socket.socket(fileno=descriptor)), stopping=streams.close)


if __name__ == "__main__":
    main(int(sys.argv[1]))
