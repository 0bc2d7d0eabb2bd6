"""Which of three applications answers a request: the one for streams, for moves, for the rest."""

from config.serve.bridge import AsgiApp, Receive, Scope, Send


def dispatch(*, streams: AsgiApp, moves: AsgiApp, answers: AsgiApp) -> AsgiApp:
    """An ASGI application that parts requests by the end of their path."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if path.endswith("/stream"):
            await streams(scope, receive, send)
        elif path.endswith("/moves") and scope["method"] == "POST":
            await moves(scope, receive, send)
        else:
            await answers(scope, receive, send)

    return application
