"""A match that is over, to take away: as a file that proves it, and as a text; and the verifier."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import asker
from api.json import Regardless
from api.language import language_of
from api.schema import described
from events.export import match_exported
from events.shown import match_visible
from events.transcript import match_transcribed

PLAIN = "text/plain"
PYTHON = "text/x-python"


def attached(response: Any, name: str) -> Any:
    """To be saved under this name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class Export(APIView):
    """The whole match as one file."""

    @described("export_match", answer="Export", problems=(401, 404, 409))
    def get(self, request: Request, match: str) -> Response:
        """A finished match with everything that proves it; `verify.py` checks it."""
        exported = match_exported(match_visible(match, asker(request)))
        response: Response = attached(Response(exported), f"gobelet-{match}.json")
        return response


class Transcript(APIView):
    """The whole match as a text."""

    content_negotiation_class = Regardless

    @described("transcribe_match", answer=None, text=PLAIN, problems=(401, 404, 409))
    def get(self, request: Request, match: str) -> HttpResponse:
        """A finished match in sentences, in your language."""
        found = match_visible(match, asker(request))
        text = match_transcribed(found, language=language_of(request))
        response = HttpResponse(text, content_type=f"{PLAIN}; charset=utf-8")
        answer: HttpResponse = attached(response, f"gobelet-{match}.txt")
        return answer


class Verifier(APIView):
    """What checks an export."""

    content_negotiation_class = Regardless

    @described("get_verifier", answer=None, text=PYTHON, tag="keys", problems=(401,))
    def get(self, request: Request) -> HttpResponse:
        """The program that checks an export offline: one file that needs nothing but Python."""
        response = HttpResponse(_verifier(), content_type=f"{PYTHON}; charset=utf-8")
        answer: HttpResponse = attached(response, "verify.py")
        return answer


@cache
def _verifier() -> bytes:
    return Path(__file__).parents[2].joinpath("verify.py").read_bytes()
