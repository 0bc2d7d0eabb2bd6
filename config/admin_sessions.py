"""Sessions, and Django's translations, for administrators only: the players' API has neither."""

from collections.abc import Callable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from api.http.client_ip import throttle_address
from api.http.problems import problem_response
from api.http.throttling import request_throttle

Handler = Callable[[HttpRequest], HttpResponse]

PATH = "/admin/"
COOKIE_BYTES_MOST = 4096
"""Before Python 3.11.10 and 3.12.6, parsing a quoted cookie takes quadratic time (CVE-2024-7592):
80 kB took ten seconds, this many take 0.03."""


def with_sessions(handler: Handler) -> Handler:
    """Django middleware: under /admin/, sessions, users, messages, the browser's language and
    a throttle for sign-in.

    Django's admin views have their own CSRF protection.
    """
    with_all: Handler = SessionMiddleware(  # type: ignore[assignment]
        AuthenticationMiddleware(MessageMiddleware(handler))
    )

    def handle(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PATH):
            return handler(request)
        if len(request.headers.get("Cookie", "")) > COOKIE_BYTES_MOST:
            return problem_response(request, 431, "cookies_too_large")
        if request.method == "POST" and request.path == f"{PATH}login/":
            wait = request_throttle(request, {"sign_in": throttle_address(request)})
            if wait is not None:
                response = problem_response(request, 429, "throttled")
                response["Retry-After"] = str(wait)
                return response
        with translation.override(translation.get_language_from_request(request)):
            return with_all(request)

    return handle
