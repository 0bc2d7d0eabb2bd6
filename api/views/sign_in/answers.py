"""What all ways of signing in answer alike."""

from datetime import datetime

from rest_framework.request import Request
from rest_framework.response import Response

from events.log.envelope import timestamp
from events.players.identity import Player
from events.players.profile import account_json


def sign_in_response(
    player: Player, token: str, expires_at: datetime, *, status: int = 200
) -> Response:
    """Return the token of a device that has signed in; caches must not store it."""
    answer = {
        "token": token,
        "expires_at": timestamp(expires_at),
        "player": account_json(player),
    }
    return no_store(Response(answer, status=status))


def no_store(response: Response) -> Response:
    """Forbid caches to store a response with a secret."""
    response["Cache-Control"] = "no-store"
    return response


def user_agent(request: Request) -> str:
    """Return the name of a device that has given none."""
    return "".join(sign for sign in request.headers.get("User-Agent", "") if sign.isprintable())
