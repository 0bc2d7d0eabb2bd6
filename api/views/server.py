"""What a client should know of the server before it signs in, and files that apps are tied by."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.pagination import MOST_PER_PAGE
from api.http.problems import problem_response
from api.requests.talk import MESSAGE_CHARACTERS_MOST
from api.schema import described
from events.notifications.http.endpoints import is_available
from events.players.relying_party import relying_party
from games.contract import LANGUAGES


class Server(APIView):
    """The server itself."""

    @described(
        "get_server",
        "Get what the server is and offers",
        answer="Server",
        conditional=True,
        scope="any",
    )
    def get(self, request: Request) -> Response:
        """Version, optional features and limits; an app older than `minimum_client` should ask its
        user for an update."""
        return Response(
            {
                "version": settings.VERSION,
                "minimum_client": settings.MINIMUM_CLIENT or None,
                "locales": list(LANGUAGES),
                "features": [name for name, is_there in _features().items() if is_there],
                "limits": {
                    "body_bytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
                    "page": MOST_PER_PAGE,
                    "message_characters": MESSAGE_CHARACTERS_MOST,
                    "streams": settings.STREAMS_PER_ACCOUNT,
                },
                "rates": [
                    {"name": name, "requests": most, "seconds": window}
                    for name, (most, window) in settings.RATES.items()
                ],
            }
        )


def _features() -> dict[str, bool]:
    """Whether the server has each of the optional features."""
    return {
        "passkeys": relying_party() is not None,
        "play_by_mail": settings.MAIL_IS_READ,
        "push_apns": is_available("apns"),
        "push_fcm": is_available("fcm"),
    }


def apple_app_links(request: HttpRequest) -> HttpResponse:
    """The apps that Apple's systems open links to this server with; they may use its passkeys."""
    if not settings.APPLE_APP_IDS:
        return problem_response(request, 404, "not_found")
    details = [{"appIDs": settings.APPLE_APP_IDS, "components": [{"/": "/*"}]}]
    passkeys = {"apps": settings.APPLE_APP_IDS}
    return JsonResponse({"applinks": {"details": details}, "webcredentials": passkeys})


def android_app_links(request: HttpRequest) -> HttpResponse:
    """The apps that Android opens links to this server with; they may use its passkeys."""
    if not settings.ANDROID_APPS:
        return problem_response(request, 404, "not_found")
    return JsonResponse(
        [
            {
                "relation": [
                    "delegate_permission/common.handle_all_urls",
                    "delegate_permission/common.get_login_creds",
                ],
                "target": {
                    "namespace": "android_app",
                    "package_name": package,
                    "sha256_cert_fingerprints": fingerprints,
                },
            }
            for package, fingerprints in settings.ANDROID_APPS.items()
        ],
        safe=False,
    )
