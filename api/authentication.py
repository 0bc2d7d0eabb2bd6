"""Who is asking: the owner of the token in the Authorization header."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from events.players import Player, player_by_token


def asker(request: Request) -> Player | None:
    """Who is asking, if they have said so."""
    user: Any = request.user
    return user if isinstance(user, Player) else None


def signed_in(request: Request) -> Player:
    """Who is asking, where only people with an account get this far."""
    player = asker(request)
    if player is None:
        raise NotAuthenticated
    return player


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`; a wrong one is refused even where none is needed."""

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != b"token":
            raise AuthenticationFailed
        token = words[1].decode("latin-1")
        player = player_by_token(token)
        if player is None:
            raise AuthenticationFailed
        return player, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SignedIn(BasePermission):
    """Only people with an account, be it a guest's."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(signed_in(request))
