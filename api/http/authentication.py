"""Authentication: the caller is the owner of the token in the Authorization header.

A third-party app sends `Bearer …`, and may use only operations that declare a scope which the
player has allowed it.
"""

from contextlib import suppress
from typing import Any, Literal

from django.db import DatabaseError
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.http.throttling import keys_of, require_rate
from events.oauth.scopes import Scope
from events.oauth.tokens import access_by_token
from events.players.identity import Player, player_by_token

AnyScope = Scope | Literal["any"]
"""The scope that an operation asks of apps: one of them, or that the token is valid."""
_SCOPE = "oauth_scope"


class InsufficientScope(APIException):
    """An app calls what its player has not allowed it, or what is closed to all apps."""

    status_code = 403

    def __init__(self, scope: str | None) -> None:
        super().__init__()
        self.scope = scope


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


def token_in(header: str, scheme: str = "token") -> str | None:
    """The token in the value of an Authorization header, or None if it has another form."""
    words = header.split()
    return words[1] if len(words) == 2 and words[0].lower() == scheme else None


def scope_declare(handler: Any, scope: AnyScope | None) -> None:
    """Open a handler to apps with this scope; without one it stays closed to all apps."""
    setattr(handler, _SCOPE, scope)


def scope_of(handler: Any) -> AnyScope | None:
    """The scope that a handler asks of apps; None if it is closed to them."""
    scope: AnyScope | None = getattr(handler, _SCOPE, None)
    return scope


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token …` of a device or `Bearer …` of an app.

    An invalid token is refused even where none is needed.
    """

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        header = get_authorization_header(request).decode("latin-1")
        if not header:
            return None
        if bearer := token_in(header, "bearer"):
            token, player = bearer, _player_of_app(request, bearer)
        else:
            token = token_in(header) or ""
            player = player_by_token(token)
        if player is None:
            # The throttle runs only after authentication, so a failure is counted here, by address.
            require_rate(request._request, keys_of(request._request, None))
            raise AuthenticationFailed
        return player, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


def _player_of_app(request: Request, token: str) -> Player | None:
    """The player of a valid token of an app; raise InsufficientScope if it may not do this."""
    access = access_by_token(token)
    if access is None:
        return None
    view = (request.parser_context or {}).get("view")
    scope = scope_of(getattr(view, str(request.method).lower(), None))
    if scope != "any" and scope not in access.scopes:
        require_rate(request._request, keys_of(request._request, access.player))
        raise InsufficientScope(scope)
    return access.player


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
