"""Headers of every answer: its security policy, and which caches may keep it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponse]

_SHUT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_OWN = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action {form}"
)
_PAGES = {
    # The documentation page sets its colours by inline styles.
    "/api/docs/": _OWN.format(style=" 'unsafe-inline'", form="'none'"),
    "/admin/": _OWN.format(style="", form="'self'"),
}
_ALWAYS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
}


def security_headers(handler: Handler) -> Handler:
    """Django middleware: add security headers that neither the view nor SecurityMiddleware sets."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        headers = response.headers
        headers.setdefault("Content-Security-Policy", _policy(request.path))
        for name, value in _ALWAYS.items():
            headers.setdefault(name, value)
        return response

    return handle


def private_cache(handler: Handler) -> Handler:
    """Django middleware: keep answers under /api/v1/ out of shared caches."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        if request.path.startswith("/api/v1/"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
            patch_vary_headers(response, ["Authorization", "Accept-Language"])
        return response

    return handle


def _policy(path: str) -> str:
    if path.startswith("/api/v1/"):
        return _SHUT
    return next((policy for page, policy in _PAGES.items() if path.startswith(page)), _SHUT)
