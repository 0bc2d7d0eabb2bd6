"""Leagues: signing up and leaving, their seasons and divisions."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_or_none, player_required
from api.idempotency import idempotent_write
from api.requests.talk import EmptyBody
from api.schema import described
from events.cups.seasons import league_join, league_leave
from events.selectors.cups import league_json, leagues_json
from games.codec import convert


class Leagues(APIView):
    """The leagues of this server."""

    @described("list_leagues", "List the leagues", answer="LeagueList", conditional=True)
    def get(self, request: Request) -> Response:
        """The public leagues that this server has, by its settings."""
        return Response({"results": leagues_json()})


class OneLeague(APIView):
    """One league."""

    @described("get_league", "Get a league", answer="League", conditional=True, problems=(404,))
    def get(self, request: Request, league: str) -> Response:
        """A league with the divisions of its latest season."""
        return Response(league_json(league, player_or_none(request)))


class Join(APIView):
    """Signing up for a league."""

    permission_classes = (SignedIn,)

    @described(
        "join_league",
        "Sign up for a league",
        body=EmptyBody,
        answer="League",
        problems=(400, 401, 403, 404, 409, 422, 429),
    )
    @idempotent_write()
    def post(self, request: Request, league: str) -> Response:
        """Take part in the coming seasons of a league, until you leave it or miss all your tables
        of a season; in the one that runs you enter the lowest division, unless 16 wait there."""
        convert(request.data, EmptyBody)
        player = player_required(request)
        league_join(key=league, player=player)
        return Response(league_json(league, player))


class Leave(APIView):
    """Leaving a league."""

    permission_classes = (SignedIn,)

    @described(
        "leave_league",
        "Leave a league",
        body=EmptyBody,
        answer="League",
        problems=(400, 401, 404, 422),
    )
    @idempotent_write()
    def post(self, request: Request, league: str) -> Response:
        """Leave a league and the season that runs: bots play on at your tables, where you come
        last."""
        convert(request.data, EmptyBody)
        player = player_required(request)
        league_leave(key=league, player=player)
        return Response(league_json(league, player))
