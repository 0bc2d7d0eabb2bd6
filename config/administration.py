"""Sessions for administrators only: the interface of players has none and pays for none."""

from collections.abc import Callable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

from api.address import neighbourhood_of
from api.limits import count_on
from api.problems import problem_response

Handler = Callable[[HttpRequest], HttpResponse]

PATH = "/admin/"


def with_sessions(handler: Handler) -> Handler:
    """Django middleware: sessions, users and messages, and a rate for signing in, under /admin/.

    Django's own admin views check for forged requests themselves.
    """
    with_all: Handler = SessionMiddleware(  # type: ignore[assignment]
        AuthenticationMiddleware(MessageMiddleware(handler))
    )

    def handle(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PATH):
            return handler(request)
        if request.method == "POST" and request.path == f"{PATH}login/":
            wait = count_on(request, {"sign_in": neighbourhood_of(request)})
            if wait is not None:
                response = problem_response(request, 429, "throttled")
                response["Retry-After"] = str(wait)
                return response
        return with_all(request)

    return handle
