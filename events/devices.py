"""Signed-in devices: each has a token of its own, of which only the digest is kept."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Q
from django.utils import timezone

from events.models import Player, Token
from events.record import timestamp
from events.refusals import Unknown

TOKEN_LIFE = timedelta(days=90)
ID_LENGTH = 16
NAME_LENGTH = 120

Place = tuple[datetime, str]
"""Where a device stands in the list: when it was signed in, and its digest."""


def token_digest(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def device_sign_in(*, player: Player, name: str) -> tuple[str, datetime]:
    """A token for one more device, told only here, and the moment that it expires."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    device = Token.objects.create(
        digest=token_digest(token),
        player=player,
        device=name[:NAME_LENGTH],
        created_at=now,
        seen_at=now,
        expires_at=now + TOKEN_LIFE,
    )
    return token, device.expires_at


def device_sign_out(*, player: Player, device: str) -> None:
    """The token of one of a player's own devices is worth nothing from now on."""
    deleted, _ = Token.objects.filter(player=player, digest__startswith=device).delete()
    if not deleted:
        raise Unknown("device_not_found")


def devices_of(player: Player, *, after: Place | None, most: int) -> list[Token]:
    """A player's devices, the one last signed in first, from past a place on."""
    devices = Token.objects.filter(player=player, expires_at__gt=timezone.now())
    if after is not None:
        at, digest = after
        devices = devices.filter(Q(created_at__lt=at) | Q(created_at=at, digest__gt=digest))
    return list(devices.order_by("-created_at", "digest")[:most])


def device_shown(device: Token, token: str | None = None) -> dict[str, Any]:
    """A device as its owner may see it; `token` is that of the one they are asking from."""
    return {
        "id": device.digest[:ID_LENGTH],
        "device": device.device,
        "created_at": timestamp(device.created_at),
        "seen_at": timestamp(device.seen_at or device.created_at),
        "expires_at": timestamp(device.expires_at),
        "current": token is not None and token_digest(token) == device.digest,
    }


def devices_forget() -> None:
    """Delete tokens that have expired."""
    Token.objects.filter(expires_at__lte=timezone.now()).delete()
