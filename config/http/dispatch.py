"""Routes each request to the application for streams, for moves, or for all others."""

from config.http.wsgi_bridge import AsgiApp, Receive, Scope, Send


def dispatch(*, streams: AsgiApp, moves: AsgiApp, answers: AsgiApp) -> AsgiApp:
    """Return an ASGI application that routes requests by the end of their path."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if path.endswith("/stream"):
            await streams(scope, receive, send)
        elif is_move(scope["method"], path):
            await moves(scope, receive, send)
        else:
            await answers(scope, receive, send)

    return application


def is_move(method: str, path: str) -> bool:
    """Whether a request plays a move."""
    return method == "POST" and path.endswith("/moves")
