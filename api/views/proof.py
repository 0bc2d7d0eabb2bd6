"""Downloads of a finished match, with its proof or as text, and the verifier."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import player_or_none
from api.http.codecs import NoNegotiation
from api.http.language import language_of
from api.schema import described
from events.proof.export import match_export
from events.seats.access import match_get_visible
from events.selectors.transcript import transcript_text

PLAIN = "text/plain"
PYTHON = "text/x-python"


def attached(response: Any, name: str) -> Any:
    """Make an answer a download under this file name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class Export(APIView):
    """The whole match as one file."""

    @described(
        "export_match",
        "Export a finished match",
        answer="Export",
        problems=(401, 404, 409),
        compressed=True,
    )
    def get(self, request: Request, match: str) -> Response:
        """A finished match with everything that proves it; `verify.py` checks it."""
        exported = match_export(match_get_visible(match, player_or_none(request)))
        response: Response = attached(Response(exported), f"gobelet-{match}.json")
        return response


class Transcript(APIView):
    """The whole match as a text."""

    content_negotiation_class = NoNegotiation

    @described(
        "transcribe_match",
        "Transcribe a finished match",
        answer=None,
        text=PLAIN,
        problems=(401, 404, 409),
    )
    def get(self, request: Request, match: str) -> HttpResponse:
        """A finished match in sentences, in your language."""
        found = match_get_visible(match, player_or_none(request))
        text = transcript_text(found, language=language_of(request))
        response = HttpResponse(text, content_type=f"{PLAIN}; charset=utf-8")
        answer: HttpResponse = attached(response, f"gobelet-{match}.txt")
        return answer


class Verifier(APIView):
    """The program that checks an export."""

    content_negotiation_class = NoNegotiation

    @described(
        "get_verifier",
        "Get the verifier of exports",
        answer=None,
        text=PYTHON,
        tag="keys",
        problems=(401,),
    )
    def get(self, request: Request) -> HttpResponse:
        """The program that checks an export offline: one file that needs nothing but Python."""
        response = HttpResponse(_verifier(), content_type=f"{PYTHON}; charset=utf-8")
        answer: HttpResponse = attached(response, "verify.py")
        return answer


@cache
def _verifier() -> bytes:
    return Path(__file__).parents[2].joinpath("verify.py").read_bytes()
