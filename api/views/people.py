"""Accounts."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.language import language_of
from api.schema import described
from api.shapes.people import NewGuest
from events.players import guest_create
from events.record import timestamp
from games.codec import convert


class Guest(APIView):
    """Accounts without an address."""

    authentication_classes = ()

    @described(
        "create_guest", body=NewGuest, answer="SignedIn", status=201, problems=(400,), keyed=False
    )
    def post(self, request: Request) -> Response:
        """Make a guest account and sign in at once."""
        form = convert(request.data, NewGuest)
        player, token, expires_at = guest_create(
            name=form.name, locale=form.locale or language_of(request)
        )
        shown = {"id": player.id, "name": player.name, "kind": "human", "guest": player.guest}
        answer = {"token": token, "expires_at": timestamp(expires_at), "player": shown}
        return Response(answer, status=201)
