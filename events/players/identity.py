"""Accounts, and the player that a token belongs to."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from events.database.queries import PreparedQuery
from events.models import Device
from events.models import Player as Player  # re-exported for api, which imports no models
from events.players.devices import TOKEN_LIFE, device_sign_in, token_digest
from events.players.locales import language_of_tag, time_zone_require_known
from events.players.names import name_require_no_link

SEEN_RESOLUTION = timedelta(minutes=1)
"""A token in use is extended, and its player marked as seen, at most this often, so that few
reads write."""

_TOKEN = PreparedQuery(
    Device,
    "this.digest = %s",
    only=("digest", "player", "seen_at", "expires_at"),
    along={"player": None},
)


@transaction.atomic
def guest_create(
    *, name: str | None, locale: str, time_zone: str = "UTC", device: str = ""
) -> tuple[Player, str, datetime]:
    """Create a guest account; returns it with its token and the token's expiry."""
    if name:
        name_require_no_link(name)
    time_zone_require_known(time_zone)
    player = player_create(name=name, locale=language_of_tag(locale), time_zone=time_zone)
    return player, *device_sign_in(player=player, name=device)


def player_create(
    *, name: str | None = None, locale: str, time_zone: str = "UTC", email: str | None = None
) -> Player:
    """Create an account, a guest's unless it has an address."""
    now = timezone.now()
    player = Player(locale=locale, email=email, guest=email is None, created_at=now, seen_at=now)
    player.time_zone = time_zone
    player.name = name or f"Gobelet {player.id[:4]}"
    player.save(force_insert=True)
    return player


def player_by_token(token: str) -> Player | None:
    """Return the player of a valid token, if it is one, and extend a token in use."""
    now = timezone.now()
    found = _TOKEN.first(token_digest(token))
    if found is None or found.expires_at <= now:
        return None
    if found.seen_at is None or min(found.seen_at, found.player.seen_at) < now - SEEN_RESOLUTION:
        with transaction.atomic():
            Player.objects.filter(id=found.player_id).update(seen_at=now)
            own = Device.objects.filter(digest=found.digest)
            own.update(seen_at=now, expires_at=now + TOKEN_LIFE)
    return found.player
