"""Answers that stand for questions to come."""

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.authentication import SignedIn, signed_in
from api.idempotency import key_of, writes
from api.schema import described
from api.shapes.standing import NewStanding
from events.moves import match_locked_for
from events.shown import match_visible
from events.standing.services import standing_say, standing_shown, standing_withdraw
from events.tables import table_locked_for
from games.codec import Malformed, convert


class StandingAnswer(APIView):
    """What a seat answers in advance."""

    permission_classes = (SignedIn,)

    @described("get_standing_answer", answer="StandingAnswer", problems=(401, 403, 404, 409))
    def get(self, request: Request, match: str) -> Response:
        """What you have said for questions to come; nobody else is told."""
        player = signed_in(request)
        return Response(standing_shown(match_visible(match, player), player))

    @described(
        "set_standing_answer",
        body=NewStanding,
        answer="StandingAnswer",
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
    )
    @writes(key_required=True)
    def post(self, request: Request, match: str) -> Response:
        """Answer like this until you say otherwise, or until your next turn; a question that is
        open now is answered too."""
        form = convert(request.data, NewStanding)
        player = signed_in(request)
        found, seats = table_locked_for(match, player)
        try:
            accepted = standing_say(
                match=found,
                seats=seats,
                player=player,
                move=form.move,
                until=form.until,
                key=key_of(request, required=True) or "",
            )
        except Malformed as error:
            raise error.within("/move") from None
        shown = standing_shown(found, player)
        response = Response(shown | {"receipt": accepted.receipt} if accepted else shown)
        if accepted:
            response.match_moved, response.writes = found, accepted.writes  # type: ignore[attr-defined]
        return response

    @described("withdraw_standing_answer", answer="StandingAnswer", problems=(401, 403, 404, 409))
    @transaction.atomic
    def delete(self, request: Request, match: str) -> Response:
        """Answer nothing in advance any more; what is sealed already stays until you change it."""
        player = signed_in(request)
        found = match_locked_for(match, player)
        standing_withdraw(match=found, player=player)
        return Response(standing_shown(found, player))
