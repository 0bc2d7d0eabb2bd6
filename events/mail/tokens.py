"""Short tokens that only this server can have signed."""

import base64
import binascii
import hmac
import uuid
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone
from msgspec import Struct

from events.models import SpentLink
from games.codec import canonical

MAC_BYTES = 16


def mac(purpose: str, payload: bytes) -> bytes:
    """Return the code that authenticates this payload for this purpose."""
    key = hmac.digest(settings.SECRET_KEY.encode(), f"gobelet/mail/{purpose}".encode(), sha256)
    return hmac.digest(key, payload, sha256)[:MAC_BYTES]


def token(purpose: str, payload: bytes) -> str:
    """Return the payload with its authentication code, encoded for a URL."""
    return base64.urlsafe_b64encode(payload + mac(purpose, payload)).decode().rstrip("=")


def token_open(purpose: str, given: str) -> bytes | None:
    """Return the payload of a token, or None if it was not signed here for this purpose."""
    try:
        packed = base64.b64decode(given + "=" * (-len(given) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    payload, proof = packed[:-MAC_BYTES], packed[-MAC_BYTES:]
    if not hmac.compare_digest(proof, mac(purpose, payload)):
        return None
    return payload if token(purpose, payload) == given else None  # canonical only


LINK_LIFETIME = timedelta(days=60)
"""How long links are valid; a question open for longer can still be answered in other ways."""


class PlayLink(Struct, frozen=True):
    """What a link plays: one move, or one to be chosen among the many of one type."""

    match: str
    player: str
    asked: int
    expires: int
    move: dict[str, Any]
    entry: int | None = None
    """The index, among the choices, of the type to choose from; None for a single move."""

    @property
    def is_past(self) -> bool:
        return timezone.now().timestamp() > self.expires


def play_url(link: PlayLink) -> str:
    """Return the URL of the page that asks for confirmation."""
    return f"{settings.PUBLIC_URL}/mail/play/{play_token(link)}"


def play_token(link: PlayLink) -> str:
    """Encode the link as a signed token."""
    ids = uuid.UUID(link.match).bytes + uuid.UUID(link.player).bytes
    rest = [link.asked, link.expires, link.move, link.entry]
    return token("play", ids + canonical(rest))


def play_link(given: str) -> PlayLink | None:
    """Decode a token, or return None if it was not signed here."""
    payload = token_open("play", given)
    if payload is None:
        return None
    match, player = (str(uuid.UUID(bytes=payload[at : at + 16])) for at in (0, 16))
    return PlayLink(match, player, *msgspec.json.decode(payload[32:]))


def expiry(now: datetime) -> int:
    """Return when links made now expire: a Unix timestamp, rounded down to whole days."""
    return int((now + LINK_LIFETIME).timestamp()) // 86_400 * 86_400


def link_is_spent(given: str) -> bool:
    """Whether a move was already played with this token."""
    return SpentLink.objects.filter(digest=_digest(given)).exists()


def link_spend(given: str) -> bool:
    """Mark a token as used, in the transaction of the move; False if it was used before."""
    _, new = SpentLink.objects.get_or_create(digest=_digest(given), defaults={"at": timezone.now()})
    return new


def links_delete_expired() -> None:
    """Delete the records of used links that have expired since."""
    SpentLink.objects.filter(at__lt=timezone.now() - LINK_LIFETIME - timedelta(days=1)).delete()


def unsubscribe_url(player_id: str) -> str:
    """Return the URL that stops mail to this player."""
    return f"{settings.PUBLIC_URL}/mail/stop/{token('stop', uuid.UUID(player_id).bytes)}"


def unsubscribe_token_player(given: str) -> str | None:
    """Return the id of the player whose mail a token stops, or None if it was not signed here."""
    payload = token_open("stop", given)
    return None if payload is None else str(uuid.UUID(bytes=payload))


def _digest(given: str) -> str:
    return sha256(given.encode()).hexdigest()


def address_stop_url(kind: str, address: str, language: str) -> str:
    """Return the URL that stops one kind of mail to an address, which may have no account."""
    payload = f"{kind} {language} {address}".encode()
    return f"{settings.PUBLIC_URL}/mail/stop/{token('address', payload)}"


def address_stop_token(given: str) -> tuple[str, str, str] | None:
    """Return kind, address and language of such a token, or None if it was not signed here."""
    payload = token_open("address", given)
    if payload is None:
        return None
    kind, language, address = payload.decode().split(" ", 2)
    return kind, address, language
