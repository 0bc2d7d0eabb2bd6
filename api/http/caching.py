"""Cache headers: an answer is for one reader, in one language."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponse]


def private_cache(handler: Handler) -> Handler:
    """Django middleware: keep answers under /api/v1/ out of shared caches."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        if request.path.startswith("/api/v1/"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
            patch_vary_headers(response, ["Authorization", "Accept-Language"])
        return response

    return handle
