"""Playing: moves, and standing answers to questions to come."""

from functools import partial

import msgspec
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required
from api.http.etag import match_etag
from api.http.language import language_of
from api.http.throttling import Rates
from api.idempotency import key_required, respond_once
from api.requests.matches import NewMove
from api.requests.standing import NewStanding
from api.schema import described
from events.idempotency import KeyedResponse
from events.move_responses import (
    add_missed_events,
    move_respond,
    move_respond_again,
    standing_respond,
    standing_respond_again,
)
from events.play.ready_table import table_lock_for
from events.play.standing_answers import (
    seat_row_of,
    standing_json,
    standing_withdraw,
)
from events.seats.access import match_get_visible
from events.seats.locks import match_lock_for
from games.codec import convert, within


class Moves(APIView):
    """Playing moves."""

    permission_classes = (SignedIn,)
    throttle_classes = (Rates,)

    @described(
        "play_move",
        "Play a move",
        body=NewMove,
        answer="MoveAnswer",
        status=201,
        also=(202,),
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
        scope="play",
    )
    def post(self, request: Request, match: str) -> Response:
        """Play; 202 when the answer is early and stays sealed until its turn."""
        key, player = key_required(request), player_required(request)

        def work() -> tuple[KeyedResponse, Response]:
            form = convert(request.data, NewMove)
            found, seats = table_lock_for(match, player)
            with within("/move"), add_missed_events(found, player, form.expected_version):
                answer = move_respond(
                    found,
                    seats,
                    player,
                    key=key,
                    move=form.move,
                    expected_version=form.expected_version,
                    expected_asked=form.expected_asked,
                    recap_language=language_of(request) if form.recap else None,
                )
            return answer, Response(msgspec.Raw(answer.body), status=answer.status)

        response = respond_once(request, key, work, partial(move_respond_again, player), match)
        response["ETag"] = match_etag(
            bytes(response.data), reader=player.id, language=language_of(request)
        )
        return response


class StandingAnswer(APIView):
    """The standing answer of the caller's seat."""

    permission_classes = (SignedIn,)

    @described(
        "get_standing_answer",
        "Get your standing answer",
        answer="StandingAnswer",
        problems=(401, 403, 404, 409),
        scope="read",
    )
    def get(self, request: Request, match: str) -> Response:
        """What you have said for questions to come; no other player is told."""
        player = player_required(request)
        return Response(standing_json(seat_row_of(match_get_visible(match, player), player)))

    @described(
        "set_standing_answer",
        "Set your standing answer",
        body=NewStanding,
        answer="StandingAnswer",
        problems=(400, 401, 403, 404, 409, 422, 428),
        key_required=True,
        scope="play",
    )
    def post(self, request: Request, match: str) -> Response:
        """Answer like this until you say otherwise, or until your next turn; a question that is
        open now is answered too."""
        key, player = key_required(request), player_required(request)

        def work() -> tuple[KeyedResponse, Response]:
            form = convert(request.data, NewStanding)
            found, seats = table_lock_for(match, player)
            with within("/move"):
                answer = standing_respond(
                    found, seats, player, key=key, move=form.move, until=form.until or "changed"
                )
            return answer, Response(msgspec.Raw(answer.body))

        return respond_once(request, key, work, standing_respond_again, match)

    @described(
        "withdraw_standing_answer",
        "Withdraw your standing answer",
        answer="StandingAnswer",
        problems=(401, 403, 404, 409),
        scope="play",
    )
    @transaction.atomic
    def delete(self, request: Request, match: str) -> Response:
        """Answer nothing in advance any more; what is sealed already stays until you change it."""
        player = player_required(request)
        found = match_lock_for(match, player)
        return Response(standing_json(standing_withdraw(match=found, player=player)))
