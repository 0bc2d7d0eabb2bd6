"""Which of two applications answers a request: the one for streams or the one for the rest."""

from config.serve.bridge import AsgiApp, Receive, Scope, Send


def dispatch(*, streams: AsgiApp, answers: AsgiApp) -> AsgiApp:
    """An ASGI application that parts requests by path: those ending in /stream are streams."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        chosen = streams if scope["path"].endswith("/stream") else answers
        await chosen(scope, receive, send)

    return application
