"""Lists of matches: the lobby, one's own, and those that wait for one."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import SignedIn, asker, signed_in
from api.conditional import conditional
from api.pages import Moment, RowNumber, moment_of, page, time_of
from api.query import one_of, whole_number
from api.schema import described
from api.shapes.common import Id
from events.lists import (
    LISTED,
    STATUSES,
    invitations_listed,
    invitations_of,
    lobby,
    matches_listed,
    matches_of,
    own_matches_listed,
)
from events.record import timestamp
from events.turns import turns_count, turns_of, turns_shown, urgency
from games.registry import all_games

MOST_SEATS = 12

LOBBY_QUERY: dict[str, Any] = {
    "status": {"type": "string", "enum": list(LISTED), "default": "open"},
    "game": {"type": "string"},
    "seats": (1, MOST_SEATS),
}


def lobby_page(request: Request) -> dict[str, Any]:
    """A page of the lobby as the query asks for it."""
    status = one_of(request, "status", LISTED) or "open"
    game = one_of(request, "game", all_games())
    seats = whole_number(request, "seats", default=0, least=1, greatest=MOST_SEATS) or None
    listed = page(
        request,
        lambda after, most: lobby(
            reader=asker(request),
            status=status,
            game=game,
            seats=seats,
            after=after and (time_of(after[0]), after[1]),
            most=most,
        ),
        places=tuple[Moment, Id],
        place=lambda match: (moment_of(match.created_at), match.id),
        shown=matches_listed,
    )
    return listed | _now()


class OwnMatches(APIView):
    """One's own matches."""

    permission_classes = (SignedIn,)

    @described(
        "list_own_matches",
        answer="OwnMatchList",
        problems=(400, 401),
        query={"status": {"type": "string", "enum": list(STATUSES)}},
        listed=True,
        conditional=True,
    )
    @conditional
    def get(self, request: Request) -> Response:
        """The matches that you sit at, the newest first, with what you have not read there."""
        player, status = signed_in(request), one_of(request, "status", STATUSES)
        listed = page(
            request,
            lambda before, most: matches_of(player, status=status, before=before, most=most),
            places=RowNumber,
            place=lambda seat: seat.id,
            shown=own_matches_listed,
        )
        return Response(listed | _now())


class Invitations(APIView):
    """Where one is asked to."""

    permission_classes = (SignedIn,)

    @described(
        "list_invitations",
        answer="InvitationList",
        problems=(400, 401),
        listed=True,
        conditional=True,
    )
    @conditional
    def get(self, request: Request) -> Response:
        """The open matches that you were invited to by your address, or where a seat is kept for
        you, the newest first. To take a seat join, to decline leave."""
        player = signed_in(request)
        listed = page(
            request,
            lambda after, most: invitations_of(
                player, after=after and (time_of(after[0]), after[1]), most=most
            ),
            places=tuple[Moment, Id],
            place=lambda match: (moment_of(match.created_at), match.id),
            shown=lambda matches: invitations_listed(player, matches),
        )
        return Response(listed | _now())


class Turns(APIView):
    """What waits for one."""

    permission_classes = (SignedIn,)

    @described("list_turns", answer="TurnList", problems=(400, 401), listed=True, conditional=True)
    @conditional
    def get(self, request: Request) -> Response:
        """The matches that wait for you, the most urgent first, and how many they are."""
        player = signed_in(request)
        listed = page(
            request,
            lambda after, most: turns_of(
                player, after=after and (time_of(after[0]), after[1]), most=most
            ),
            places=tuple[Moment, RowNumber],
            place=lambda seat: (moment_of(urgency(seat)), seat.id),
            shown=turns_shown,
        )
        return Response(listed | {"count": turns_count(player)} | _now())


def _now() -> dict[str, str]:
    return {"server_time": timestamp(timezone.now())}
