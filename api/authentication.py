"""Who is asking: the owner of the token in the Authorization header."""

from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.limits import keys_of, require_rate
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


def token_of(request: Request) -> str | None:
    """The token that somebody has been recognised by."""
    auth: Any = request.auth
    return auth if isinstance(auth, str) else None


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …`; a wrong one is refused even where none is needed."""

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        token = words[1].decode("latin-1") if len(words) == 2 else ""
        player = player_by_token(token) if words[0].lower() == b"token" else None
        if player is None:
            # Nobody gets as far as the rates of an account this way.
            require_rate(request._request, keys_of(request._request, None))
            raise AuthenticationFailed
        return player, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SignedInToWrite(BasePermission):
    """Whoever may look, but only people with an account say or do something."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or _let_in(request)


class SignedIn(BasePermission):
    """Only people with an account, be it a guest's."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return _let_in(request)


def _let_in(request: Request) -> bool:
    """Whether somebody with an account asks; who has none does not get as far as the throttle, and
    is counted here."""
    if asker(request) is None:
        require_rate(request._request, keys_of(request._request, None))
    return bool(signed_in(request))


def recognise(request: HttpRequest | Request) -> None:
    """Note who asks, where a request is refused before anybody looked; never fails."""
    if isinstance(request, HttpRequest):
        request = Request(request, authenticators=[TokenAuthentication()])
    with suppress(APIException, DatabaseError):
        asker(request)
