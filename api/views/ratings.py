"""Rankings of each game, and the changes of a player's ratings."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.pagination import RowNumber, page
from api.http.query_params import one_of
from api.schema import described, ref
from api.views.games import game_get
from events.players.blocks import player_get
from events.selectors.ratings import (
    POOLS,
    Rank,
    ranked_json,
    ranking,
    rating_change_json,
    rating_changes_of,
)

POOL = {"description": "The class of tables, by default `more`."} | ref("RatingPool")


class Ranking(APIView):
    """The rated players of a game."""

    @described(
        "get_ranking",
        "Get a ranking",
        answer="Ranking",
        problems=(400, 401, 404),
        query={"pool": POOL},
        listed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        """The rated players of a game and class of tables, the best first."""
        key, pool = game_get(game).key, one_of(request, "pool", POOLS) or "more"
        listed = page(
            request,
            lambda after, most: ranking(game=key, pool=pool, after=after, most=most),
            places=Rank,
            place=lambda row: Rank(row.floor, row.player_id),
            shown=lambda rows: [ranked_json(row) for row in rows],
        )
        return Response(listed)


class RatingHistory(APIView):
    """How a player's ratings have changed."""

    @described(
        "get_rating_history",
        "Get the history of a player's ratings",
        answer="RatingHistory",
        problems=(400, 401, 404),
        listed=True,
    )
    def get(self, request: Request, player: str) -> Response:
        """A player's ratings after each match that counted, the latest first."""
        rated = player_get(player)
        listed = page(
            request,
            lambda before, most: rating_changes_of(rated, before=before, most=most),
            places=RowNumber,
            place=lambda row: row.id,
            shown=lambda rows: [rating_change_json(row) for row in rows],
        )
        return Response(listed)
