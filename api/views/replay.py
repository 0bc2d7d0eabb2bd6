"""Replay of a match."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import player_or_none
from api.http.language import language_of
from api.http.query_params import parse_int, whole_number
from api.schema import described, number
from events.seats.access import match_get_visible, viewer_of
from events.selectors.replay import MOST_AHEAD, replay_json
from games.codec import Malformed
from games.contract import OPEN, SPECTATOR, Viewer

MOST_SEATS = 99
_QUERY: dict[str, Any] = {
    "at": number("The event to show, 0 for before the first; by default the last.", 0),
    "as": {
        "description": "The viewer: `me`, `spectator`, and after the end a seat's number or `all`.",
        "type": "string",
        "pattern": r"^(me|spectator|all|\d{1,2})$",
        "default": "me",
    },
    "ahead": number("How many frames after it to add.", 0, MOST_AHEAD, default=0),
}


class Replay(APIView):
    """The match at any version, as seen from a permitted seat."""

    @described(
        "replay_match",
        "Replay a match",
        answer="Replay",
        problems=(400, 401, 403, 404, 422),
        query=_QUERY,
        conditional=True,
    )
    def get(self, request: Request, match: str) -> Response:
        """An event (`at`, else the last) in words and the table after it, with so many further ones
        (`ahead`).

        `as` says through whose eyes: `me`, `spectator`, and once the match is over also any seat,
        as it saw the table then, or `all` with every secret open. While it runs you see what you
        may see now: what has faded from memory does not come back.
        """
        found = match_get_visible(match, player_or_none(request))
        viewer = viewer_of(found, player_or_none(request))
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
