"""A web process: uvicorn on a socket that the supervisor has bound; and that socket."""

import socket
import sys

import uvicorn

from config.serve.guarded import set_up
from config.serve.refusal import Refusal

BACKLOG = 2048
GRACE_SECONDS = 2


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at this address, or a refusal that says what to do."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Refusal(f"HOST={host} is no address of this machine ({error.strerror}).") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise Refusal(
            f"Cannot listen on {host}:{port} ({error.strerror}). "
            "Stop what is using it, or choose another port: PORT=8001 make run"
        ) from error
    listener.listen(BACKLOG)
    return listener


def serve(app: object, listener: socket.socket) -> None:
    """Answer requests until a signal says stop; open streams are then cut after a moment."""
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
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    set_up()
    serve("config.asgi:application", socket.socket(fileno=int(sys.argv[1])))
