"""A player's consent: an app asks for scopes, and gets a code if the player allows them."""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from events.errors import Conflict, Unprocessable
from events.models import OAuthApp, OAuthCode, OAuthGrant, Player
from events.oauth.apps import app_get, app_lock
from events.oauth.redirects import redirect_allowed, redirect_with
from events.oauth.scopes import SCOPES, Scope, scopes_in
from events.players.devices import token_digest
from events.seats.locks import player_lock

GRANTS_MOST = 50
"""The most apps that a player may have authorised."""


class ConsentRequest(NamedTuple):
    """A valid request of an app for a player's consent."""

    app: OAuthApp
    scopes: Sequence[Scope]
    redirect_uri: str
    challenge: str
    state: str | None


def consent_check(
    *, client_id: str, redirect_uri: str, scope: str, challenge: str, state: str | None
) -> ConsentRequest:
    """Return what an app asks for; refuse an unknown app, address or scope."""
    app = app_get(client_id)
    if not any(redirect_allowed(redirect_uri, own) for own in app.redirect_uris.split("\n")):
        raise Unprocessable("redirect_uri_refused")
    scopes = scopes_in(scope)
    if scopes is None:
        raise Unprocessable("scope_unknown")
    return ConsentRequest(app, scopes, redirect_uri, challenge, state)


def consent_json(asked: ConsentRequest) -> dict[str, Any]:
    """Serialise what an app asks for, for the player who decides."""
    parts = urlsplit(asked.redirect_uri)
    return {
        "app": {"id": asked.app.id, "name": asked.app.name},
        "scopes": list(asked.scopes),
        "destination": parts.hostname or parts.scheme,
    }


@transaction.atomic
def consent_give(asked: ConsentRequest, *, player: Player) -> str:
    """Allow an app what it asks for; returns the address that takes the code to the app."""
    player_lock(player.id)
    app_lock(asked.app.id)
    grant = OAuthGrant.objects.filter(app=asked.app, player=player).first()
    if grant is None:
        if player.oauth_grants.count() >= GRANTS_MOST:
            raise Conflict("too_many_grants")
        grant = OAuthGrant(app=asked.app, player=player, created_at=timezone.now())
    known = {*grant.scopes.split(), *asked.scopes}
    grant.scopes = " ".join(scope for scope in SCOPES if scope in known)
    grant.save()
    code = secrets.token_urlsafe(32)
    OAuthCode.objects.create(
        digest=token_digest(code),
        grant=grant,
        scopes=" ".join(asked.scopes),
        redirect_uri=asked.redirect_uri,
        challenge=asked.challenge,
        at=timezone.now(),
    )
    return _redirect(asked, {"code": code})


def consent_refuse(asked: ConsentRequest) -> str:
    """Return the address that tells an app that the player refuses."""
    return _redirect(asked, {"error": "access_denied"})


def _redirect(asked: ConsentRequest, more: dict[str, str]) -> str:
    about = {**more, "state": asked.state, "iss": settings.PUBLIC_URL}
    return redirect_with(asked.redirect_uri, about)
