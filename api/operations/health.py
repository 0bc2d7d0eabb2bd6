"""Health checks, receipt keys, and Django's error handlers."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import authenticate_quietly
from api.http.problems import problem_response
from api.schema import described
from events.log.envelope import timestamp
from events.log.receipts import signing_keys


class Keys(APIView):
    """Receipt keys."""

    @described("list_keys", "List the keys of receipts", answer="Keys", scope="any")
    def get(self, request: Request) -> Response:
        """The server's receipt keys, the current one first."""
        keys = [
            {
                "key_id": key.key_id,
                "algorithm": "Ed25519",
                "public_key": key.public,
                "created_at": timestamp(key.created_at),
                "retired_at": timestamp(key.retired_at) if key.retired_at else None,
            }
            for key in signing_keys()
        ]
        return Response({"keys": keys})


def live(request: HttpRequest) -> HttpResponse:
    """Liveness: the process answers."""
    return HttpResponse("live\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Readiness: the process reaches its database; the answer says the version."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return problem_response(request, 503, "not_ready")
    return HttpResponse(f"ready {settings.VERSION}\n", content_type="text/plain")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 handler, for URLs without a route."""
    authenticate_quietly(request)
    return problem_response(request, 404, "not_found")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 400 handler, for requests that Django itself refuses."""
    return problem_response(request, 400, "bad_request")


def server_error(request: HttpRequest) -> HttpResponse:
    """The 500 handler, for faults of the server."""
    return problem_response(request, 500, "server_error")
