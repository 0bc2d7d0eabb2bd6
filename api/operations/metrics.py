"""The endpoint that Prometheus scrapes."""

from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST

from api.http.client_ip import is_local
from api.metrics import exposition


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer local clients and bearers of METRICS_TOKEN; others get 404, which hides the page."""
    if not (is_local(request) or _has_token(request)):
        raise Http404
    return HttpResponse(
        exposition(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
    )


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and compare_digest(given.encode(), wanted.encode())
