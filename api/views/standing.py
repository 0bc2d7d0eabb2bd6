"""Standing answers, given in advance for questions to come."""

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required
from api.idempotency import idempotent_write, key_of
from api.requests.standing import NewStanding
from api.schema import described
from events.play.ready_table import table_lock_for
from events.play.standing_answers import standing_json, standing_set_and_answer, standing_withdraw
from events.seats.access import match_get_visible
from events.seats.locks import match_lock_for
from games.codec import Malformed, convert


class StandingAnswer(APIView):
    """The standing answer of the caller's seat."""

    permission_classes = (SignedIn,)

    @described("get_standing_answer", answer="StandingAnswer", problems=(401, 403, 404, 409))
    def get(self, request: Request, match: str) -> Response:
        """What you have said for questions to come; no other player is told."""
        player = player_required(request)
        return Response(standing_json(match_get_visible(match, player), player))

    @described(
        "set_standing_answer",
        body=NewStanding,
        answer="StandingAnswer",
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
    )
    @idempotent_write(key_required=True)
    def post(self, request: Request, match: str) -> Response:
        """Answer like this until you say otherwise, or until your next turn; a question that is
        open now is answered too."""
        form = convert(request.data, NewStanding)
        player = player_required(request)
        found, seats = table_lock_for(match, player)
        try:
            accepted = standing_set_and_answer(
                match=found,
                seats=seats,
                player=player,
                move=form.move,
                until=form.until,
                key=key_of(request, required=True) or "",
            )
        except Malformed as error:
            raise error.within("/move") from None
        shown = standing_json(found, player)
        response = Response(shown | {"receipt": accepted.receipt} if accepted else shown)
        if accepted:
            response.match_moved, response.writes = found, accepted.writes  # type: ignore[attr-defined]
        return response

    @described("withdraw_standing_answer", answer="StandingAnswer", problems=(401, 403, 404, 409))
    @transaction.atomic
    def delete(self, request: Request, match: str) -> Response:
        """Answer nothing in advance any more; what is sealed already stays until you change it."""
        player = player_required(request)
        found = match_lock_for(match, player)
        standing_withdraw(match=found, player=player)
        return Response(standing_json(found, player))
