"""Authentication: the caller is the owner of the token in the Authorization header."""

from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.http.throttling import keys_of, require_rate
from events.players.identity import Player, player_by_token


def player_or_none(request: Request) -> Player | None:
    """The authenticated player, or None."""
    user: Any = request.user
    return user if isinstance(user, Player) else None


def player_required(request: Request) -> Player:
    """The authenticated player; raise NotAuthenticated if there is none."""
    player = player_or_none(request)
    if player is None:
        raise NotAuthenticated
    return player


def token_of(request: Request) -> str | None:
    """The token that authenticated the request, or None."""
    auth: Any = request.auth
    return auth if isinstance(auth, str) else None


def token_in(header: str) -> str | None:
    """The token in the value of an Authorization header, or None if it has another form."""
    words = header.split()
    return words[1] if len(words) == 2 and words[0].lower() == "token" else None


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`; an invalid token is refused even where none is needed."""

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        header = get_authorization_header(request).decode("latin-1")
        if not header:
            return None
        token = token_in(header) or ""
        player = player_by_token(token)
        if player is None:
            # The throttle runs only after authentication, so a failure is counted here, by address.
            require_rate(request._request, keys_of(request._request, None))
            raise AuthenticationFailed
        return player, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SignedInToWrite(BasePermission):
    """Every caller may read, but only players with an account may write."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or _require_signed_in(request)


class SignedIn(BasePermission):
    """Only players with an account, guests included."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return _require_signed_in(request)


def _require_signed_in(request: Request) -> bool:
    """Return True for an authenticated caller, else raise NotAuthenticated.

    Permissions are checked before the throttle, so an anonymous call is counted here.
    """
    if player_or_none(request) is None:
        require_rate(request._request, keys_of(request._request, None))
    return bool(player_required(request))


def authenticate_quietly(request: HttpRequest | Request) -> None:
    """Authenticate a request that was refused before authentication ran; never fails.

    So its problem can be in the player's language.
    """
    if isinstance(request, HttpRequest):
        request = Request(request, authenticators=[TokenAuthentication()])
    with suppress(APIException, DatabaseError):
        player_or_none(request)
