"""People and their devices."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from events.models import Player as Player  # for whoever asks on behalf of one
from events.models import Token
from events.rows import Rows

TOKEN_LIFE = timedelta(days=90)
RENEW_AFTER = timedelta(days=1)
SEEN_TO_THE = timedelta(minutes=1)
"""A token in use is prolonged, and its owner noted, at most this often: reads seldom write."""

_TOKEN = Rows(Token, "digest = %s")
_PLAYER = Rows(Player, "id = %s")


@transaction.atomic
def guest_create(*, name: str | None, locale: str) -> tuple[Player, str, datetime]:
    """A new account at once, with its token and the moment that it expires."""
    now = timezone.now()
    player = Player.objects.create(name=name or "", locale=locale, created_at=now, seen_at=now)
    if not name:
        player.name = f"Gobelet {player.id[:4]}"
        player.save(update_fields=["name"])
    token = secrets.token_urlsafe(32)
    expires_at = now + TOKEN_LIFE
    Token.objects.create(
        digest=_digest(token), player=player, created_at=now, expires_at=expires_at
    )
    return player, token, expires_at


def player_by_token(token: str) -> Player | None:
    """Whose device this is; a device in use stays signed in."""
    now = timezone.now()
    found = _TOKEN.first(_digest(token))
    if found is None or found.expires_at <= now:
        return None
    player = _PLAYER.first(found.player_id)
    if player is None:
        return None
    if player.seen_at < now - SEEN_TO_THE:
        Player.objects.filter(id=player.id).update(seen_at=now)
    if found.expires_at < now + TOKEN_LIFE - RENEW_AFTER:
        Token.objects.filter(digest=found.digest).update(expires_at=now + TOKEN_LIFE)
    return player


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
