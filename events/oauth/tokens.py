"""Tokens of apps: short-lived access tokens, and refresh tokens that are replaced at each use.

A refresh token is `session.secret`. One that was replaced before has been copied, so it ends the
session; only the last one may be used again for a minute, as its answer may have been lost.
"""

import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from events.models import OAuthCode, OAuthGrant, OAuthSession, Player
from events.oauth.scopes import Scope, scopes_in
from events.players.devices import token_digest
from events.players.identity import SEEN_RESOLUTION
from events.work.publish import publish_signed_out

CODE_LIFE = timedelta(minutes=2)
ACCESS_LIFE = timedelta(hours=1)
REFRESH_LIFE = timedelta(days=90)
LOST_ANSWER = timedelta(minutes=1)
SESSIONS_MOST = 10
"""The most devices of a player on which an app has tokens; the oldest is signed out."""


class Tokens(NamedTuple):
    """A pair of tokens, told once, and what it is good for."""

    access: str
    refresh: str
    scopes: str


class Access(NamedTuple):
    """The player whom an app acts for, and what it may do."""

    player: Player
    scopes: tuple[Scope, ...]


def code_exchange(*, code: str, client_id: str, redirect_uri: str, verifier: str) -> Tokens | None:
    """Exchange a code for tokens; None unless it is valid and was asked for by this app.

    A code that is used again may be stolen: the tokens that it was exchanged for end.
    """
    now = timezone.now()
    with transaction.atomic():
        found = _code_lock(code, now)
        if found is None or found.grant.app_id != client_id:
            return None
        if found.session:
            OAuthSession.objects.filter(digest=found.session).delete()
            publish_signed_out(found.grant.player_id)
            return None
        shown = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        if found.redirect_uri != redirect_uri or not constant_time_compare(shown, found.challenge):
            return None
        name = secrets.token_urlsafe(16)
        session = OAuthSession(
            digest=token_digest(name), grant=found.grant, scopes=found.scopes, created_at=now
        )
        tokens = _rotate(session, name, now)
        session.save(force_insert=True)
        found.session = session.digest
        found.save(update_fields=["session"])
        _bound_sessions(session)
        return tokens


def session_refresh(*, refresh: str, client_id: str) -> Tokens | None:
    """Replace both tokens of a session; None unless the refresh token is valid and this app's."""
    now, (name, _, secret) = timezone.now(), refresh.partition(".")
    with transaction.atomic():
        own = OAuthSession.objects.select_for_update(of=("self",)).select_related("grant")
        session = own.filter(digest=token_digest(name), expires_at__gt=now).first()
        if session is None or session.grant.app_id != client_id:
            return None
        is_current = constant_time_compare(token_digest(secret), session.refresh)
        was_lost = now - session.rotated_at <= LOST_ANSWER and constant_time_compare(
            token_digest(secret), session.previous
        )
        if not (is_current or was_lost):
            session.delete()
            publish_signed_out(session.grant.player_id)
            return None
        tokens = _rotate(session, name, now, previous=token_digest(secret))
        session.save()
        return tokens


def token_revoke(*, token: str, client_id: str) -> None:
    """End the session of an access or refresh token, if it is this app's."""
    name = token_digest(token.partition(".")[0])
    own = OAuthSession.objects.select_related("grant")
    found = own.filter(Q(access=token_digest(token)) | Q(digest=name)).first()
    if found is not None and found.grant.app_id == client_id:
        found.delete()
        publish_signed_out(found.grant.player_id)


def access_by_token(token: str) -> Access | None:
    """Return what an access token is good for, if it is valid."""
    now = timezone.now()
    known = OAuthSession.objects.select_related("grant__player")
    found = known.filter(access=token_digest(token), access_until__gt=now).first()
    if found is None:
        return None
    player = found.grant.player
    if player.seen_at < now - SEEN_RESOLUTION:
        Player.objects.filter(id=player.id).update(seen_at=now)
    return Access(player, scopes_in(found.scopes) or ())


def tokens_delete_expired() -> None:
    """Delete expired codes and sessions."""
    OAuthCode.objects.filter(at__lte=timezone.now() - CODE_LIFE).delete()
    OAuthSession.objects.filter(expires_at__lte=timezone.now()).delete()


def _code_lock(code: str, now: datetime) -> OAuthCode | None:
    """Return a code in time, with its grant locked: no other request exchanges it or revokes that
    until the transaction ends."""
    own = OAuthCode.objects.filter(digest=token_digest(code), at__gt=now - CODE_LIFE)
    grants = OAuthGrant.objects.select_for_update(of=("self",), no_key=True)
    if not grants.filter(id__in=own.values("grant")):
        return None
    return own.select_related("grant").first()


def _rotate(session: OAuthSession, name: str, now: datetime, *, previous: str = "") -> Tokens:
    """Give a session new tokens, unsaved."""
    access, secret = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    session.access, session.access_until = token_digest(access), now + ACCESS_LIFE
    session.refresh, session.previous = token_digest(secret), previous
    session.rotated_at, session.expires_at = now, now + REFRESH_LIFE
    return Tokens(access, f"{name}.{secret}", session.scopes)


def _bound_sessions(new: OAuthSession) -> None:
    """Delete the oldest sessions of a player's app, so that it has not too many."""
    others = new.grant.sessions.order_by("-created_at", "digest")
    OAuthSession.objects.filter(digest__in=[one.digest for one in others[SESSIONS_MOST:]]).delete()
