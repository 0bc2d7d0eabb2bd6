"""Signed-in devices: each has its own token, of which only the digest is stored."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Q
from django.utils import timezone

from events.errors import NotFound
from events.log.envelope import timestamp
from events.models import Device, Endpoint, Player
from events.work.publish import publish_signed_out

TOKEN_LIFE = timedelta(days=90)
ID_LENGTH = 16
NAME_LENGTH = 120

Place = tuple[datetime, str]
"""The cursor of the list of devices: a sign-in time and a digest."""


def token_digest(token: str) -> str:
    """Return the digest under which a token is stored."""
    return sha256(token.encode()).hexdigest()


def device_sign_in(*, player: Player, name: str) -> tuple[str, datetime]:
    """Create a token for one more device; returns it, for the only time, and its expiry."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    device = Device.objects.create(
        digest=token_digest(token),
        player=player,
        device=name[:NAME_LENGTH],
        created_at=now,
        seen_at=now,
        expires_at=now + TOKEN_LIFE,
    )
    return token, device.expires_at


def device_replace(old: str, new: str) -> None:
    """Revoke a token that another one of the same device replaces, which keeps its endpoints."""
    Endpoint.objects.filter(device=token_digest(old)).update(device=token_digest(new))
    for replaced in Device.objects.filter(digest=token_digest(old)):
        replaced.delete()
        publish_signed_out(replaced.player_id)


def device_sign_out(*, player: Player, device: str) -> None:
    """Delete the token of one of the player's own devices."""
    deleted, _ = Device.objects.filter(player=player, digest__startswith=device).delete()
    if not deleted:
        raise NotFound("device_not_found")
    publish_signed_out(player.id)


def devices_of(player: Player, *, after: Place | None, most: int) -> list[Device]:
    """Return a page of a player's devices, the last signed in first; `after` is the cursor."""
    devices = Device.objects.filter(player=player, expires_at__gt=timezone.now())
    if after is not None:
        at, digest = after
        devices = devices.filter(Q(created_at__lt=at) | Q(created_at=at, digest__gt=digest))
    return list(devices.order_by("-created_at", "digest")[:most])


def device_json(device: Device, token: str | None = None) -> dict[str, Any]:
    """Serialise a device for its owner; `token` is the one that the request came with."""
    return {
        "id": device.digest[:ID_LENGTH],
        "device": device.device,
        "created_at": timestamp(device.created_at),
        "seen_at": timestamp(device.seen_at or device.created_at),
        "expires_at": timestamp(device.expires_at),
        "current": token is not None and token_digest(token) == device.digest,
    }


def devices_delete_expired() -> None:
    """Delete expired tokens."""
    Device.objects.filter(expires_at__lte=timezone.now()).delete()
