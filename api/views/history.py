"""The history of a match: events, recap, replay, export and transcript; and the verifier."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required
from api.http.codecs import NoNegotiation
from api.http.language import language_of
from api.http.query_params import parse_int, whole_number
from api.schema import LIMIT, PROOF, SHARE, described, number
from events.log.read import MOST_PER_PAGE
from events.matches.share import share_link
from events.proof.export import match_export
from events.seats.access import match_get_for_viewer, match_get_visible
from events.selectors.match import feed_json
from events.selectors.recap import recap_json
from events.selectors.replay import MOST_AHEAD, replay_json
from events.selectors.transcript import transcript_text
from games.codec import Malformed
from games.contract import OPEN, SPECTATOR, Viewer

PLAIN = "text/plain"
PYTHON = "text/x-python"
MOST_SEATS = 99
_REPLAY_QUERY: dict[str, Any] = {
    "at": number("The event to show, 0 for before the first; by default the last.", 0),
    "as": {
        "description": "The viewer: `me`, `spectator`, and after the end a seat's number or `all`.",
        "type": "string",
        "pattern": r"^(me|spectator|all|\d{1,2})$",
        "default": "me",
    },
    "ahead": number("How many frames after it to add.", 0, MOST_AHEAD, default=0),
}


class Feed(APIView):
    """The events of a match."""

    @described(
        "list_events",
        "List the events of a match",
        answer="Feed",
        problems=(400, 401, 404),
        query={
            "after": number("The last event that you have, 0 for none.", 0, default=0),
            "limit": LIMIT,
            "proof": PROOF,
        },
        conditional=True,
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """The events past a seq, as you may read them now; with `proof=1` with their proofs."""
        after = whole_number(request, "after", default=0, least=0)
        most = whole_number(
            request, "limit", default=MOST_PER_PAGE, least=1, greatest=MOST_PER_PAGE
        )
        proof = whole_number(request, "proof", default=0, least=0, greatest=1)
        found, viewer = match_get_for_viewer(match, player_or_none(request))
        return Response(feed_json(found, viewer, after=after, most=most, proof=bool(proof)))


class Recap(APIView):
    """A recap of recent events."""

    @described(
        "recap_match",
        "Recap a match in sentences",
        answer="Recap",
        problems=(400, 401, 404),
        query={"after": number("The last event that you know; by default the last one read.", 0)},
        conditional=True,
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """What happened past `after`, else since you last looked or moved, in sentences."""
        given = "after" in request.query_params
        after = whole_number(request, "after", default=0, least=0) if given else None
        found, viewer = match_get_for_viewer(match, player_or_none(request))
        return Response(recap_json(found, viewer, after=after, language=language_of(request)))


class Replay(APIView):
    """The match at any version, as seen from a permitted seat."""

    @described(
        "replay_match",
        "Replay a match",
        answer="Replay",
        problems=(400, 401, 403, 404, 422),
        query=_REPLAY_QUERY,
        conditional=True,
        scope="read",
        headers={"Share": SHARE},
    )
    def get(self, request: Request, match: str) -> Response:
        """An event (`at`, else the last) in words and the table after it, with so many further ones
        (`ahead`).

        `as` says through whose eyes: `me`, `spectator`, and once the match is over also any seat,
        as it saw the table then, or `all` with every secret open. While it runs you see what you
        may see now: what has faded from memory does not come back.
        """
        share = request.headers.get("Share")
        found, viewer = match_get_for_viewer(match, player_or_none(request), share=share)
        shown = replay_json(
            found,
            viewer,
            eyes=_requested_viewer(request, viewer),
            at=whole_number(request, "at", default=found.version, least=0),
            ahead=whole_number(request, "ahead", default=0, least=0, greatest=MOST_AHEAD),
            language=language_of(request),
        )
        return Response(shown)


def _requested_viewer(request: Request, viewer: Viewer) -> Viewer:
    named = {"me": viewer, "spectator": SPECTATOR, "all": OPEN}
    given = request.query_params.get("as", "me")
    if given in named:
        return named[given]
    try:
        return parse_int(given, "as", least=0, greatest=MOST_SEATS)
    except Malformed:
        raise Malformed("not_offered", "/as") from None


class Share(APIView):
    """The share link of a finished match."""

    permission_classes = (SignedIn,)

    @described(
        "share_match",
        "Get the share link of a finished match",
        answer="ShareLink",
        problems=(401, 403, 404, 409),
    )
    def get(self, request: Request, match: str) -> Response:
        """A secret link to the replay, which players of the match may give to anyone.

        It is the same whoever asks, and cannot be withdrawn.
        """
        player = player_required(request)
        return Response(share_link(match=match_get_visible(match, player), player=player))


def as_download(response: Any, name: str) -> Any:
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
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """A finished match with everything that proves it; `verify.py` checks it."""
        exported = match_export(match_get_visible(match, player_or_none(request)))
        response: Response = as_download(Response(exported), f"gobelet-{match}.json")
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
        scope="read",
    )
    def get(self, request: Request, match: str) -> HttpResponse:
        """A finished match in sentences, in your language."""
        found = match_get_visible(match, player_or_none(request))
        text = transcript_text(found, language=language_of(request))
        response = HttpResponse(text, content_type=f"{PLAIN}; charset=utf-8")
        answer: HttpResponse = as_download(response, f"gobelet-{match}.txt")
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
        scope="any",
    )
    def get(self, request: Request) -> HttpResponse:
        """The program that checks an export offline: one file that needs nothing but Python."""
        response = HttpResponse(_verifier(), content_type=f"{PYTHON}; charset=utf-8")
        answer: HttpResponse = as_download(response, "verify.py")
        return answer


@cache
def _verifier() -> bytes:
    return Path(__file__).parents[2].joinpath("verify.py").read_bytes()
