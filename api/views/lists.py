"""Lists of matches: the lobby, and the caller's own matches, invitations and turns."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required
from api.http.pagination import RowNumber, Timestamp, page, timestamp_decode, timestamp_encode
from api.http.query_params import one_of, whole_number
from api.requests.common import Id
from api.schema import described, number, ref
from events.log.envelope import timestamp
from events.selectors.lists import (
    ANY_RATING,
    LISTED,
    STATUSES,
    RatingRange,
    circle_tables,
    invitations_json,
    invitations_of,
    lobby,
    matches_json,
    matches_of,
    own_matches_json,
)
from events.selectors.turns import turns_badge, turns_count, turns_json, turns_of, urgency
from games.registry import all_games

K = TypeVar("K")
MOST_SEATS = 12

LOBBY_QUERY: dict[str, Any] = {
    "status": {
        "description": "`open` for matches to join, `running` or `finished` for matches to watch.",
        "type": "string",
        "enum": list(LISTED),
        "default": "open",
    },
    "game": {"description": "Only matches of the game with this key.", "type": "string"},
    "seats": number("Only matches with so many seats.", 1, MOST_SEATS),
    "rating_from": number(
        "Only matches whose players are all rated at least so many points in that game, at such"
        " tables. A player without a rating counts as 1500.",
        *ANY_RATING,
    ),
    "rating_to": number("Only matches whose players are all rated at most so.", *ANY_RATING),
}


def lobby_page(request: Request) -> dict[str, Any]:
    """A page of the lobby, filtered by the query."""
    status = one_of(request, "status", LISTED) or "open"
    game = one_of(request, "game", all_games())
    seats = whole_number(request, "seats", default=0, least=1, greatest=MOST_SEATS) or None
    least, most = ANY_RATING
    ratings = RatingRange(
        whole_number(request, "rating_from", default=least, least=least, greatest=most),
        whole_number(request, "rating_to", default=most, least=least, greatest=most),
    )
    reader = player_or_none(request)
    rows = partial(lobby, reader=reader, status=status, game=game, seats=seats, ratings=ratings)
    return _match_page(request, rows)


def circle_page(request: Request, circle: Any) -> dict[str, Any]:
    """A page of the matches that were opened to a circle of the caller."""
    status, player = one_of(request, "status", LISTED) or "open", player_required(request)
    return _match_page(request, partial(circle_tables, circle, reader=player, status=status))


def _match_page(request: Request, rows: Callable[..., list[Any]]) -> dict[str, Any]:
    """A page of the matches that `rows(after, most)` finds, the newest first."""
    listed = page(
        request,
        lambda after, most: rows(after=_decoded(after), most=most),
        places=tuple[Timestamp, Id],
        place=lambda match: (timestamp_encode(match.created_at), match.id),
        serialise=matches_json,
    )
    return listed | _now()


class OwnMatches(APIView):
    """The caller's matches."""

    permission_classes = (SignedIn,)

    @described(
        "list_own_matches",
        "List your matches",
        answer="OwnMatchList",
        query={"status": {"description": "Only matches with this status."} | ref("MatchStatus")},
        listed=True,
        scope="read",
    )
    def get(self, request: Request) -> Response:
        """The matches that you sit at, the newest first, with what you have not read there."""
        player, status = player_required(request), one_of(request, "status", STATUSES)
        listed = page(
            request,
            lambda before, most: matches_of(player, status=status, before=before, most=most),
            places=RowNumber,
            place=lambda seat: seat.id,
            serialise=own_matches_json,
        )
        return Response(listed | _now())


class Invitations(APIView):
    """The caller's invitations."""

    permission_classes = (SignedIn,)

    @described(
        "list_invitations",
        "List your invitations",
        answer="InvitationList",
        listed=True,
        scope="read",
    )
    def get(self, request: Request) -> Response:
        """The open matches that you were invited to by your address, or where a seat is kept for
        you, the newest first. To take a seat join, to decline leave."""
        player = player_required(request)
        listed = page(
            request,
            lambda after, most: invitations_of(player, after=_decoded(after), most=most),
            places=tuple[Timestamp, Id],
            place=lambda match: (timestamp_encode(match.created_at), match.id),
            serialise=lambda matches: invitations_json(player, matches),
        )
        return Response(listed | _now())


class Turns(APIView):
    """The matches that wait for the caller."""

    permission_classes = (SignedIn,)

    @described("list_turns", "List your turns", answer="TurnList", listed=True, scope="read")
    def get(self, request: Request) -> Response:
        """The matches that wait for you, the most urgent first, and how many they are."""
        player = player_required(request)
        listed = page(
            request,
            lambda after, most: turns_of(player, after=_decoded(after), most=most),
            places=tuple[Timestamp, RowNumber],
            place=lambda seat: (timestamp_encode(urgency(seat)), seat.id),
            serialise=turns_json,
        )
        counts = {"count": turns_count(player), "badge": turns_badge(player)}
        return Response(listed | counts | _now())


def _decoded(place: tuple[Timestamp, K] | None) -> tuple[datetime, K] | None:
    """Decode the time in a position of a list that is ordered by time and key."""
    return None if place is None else (timestamp_decode(place[0]), place[1])


def _now() -> dict[str, str]:
    return {"server_time": timestamp(timezone.now())}
