"""Links that play or stop: each is signed for one player, one match and one question, or for one
player's mails."""

import uuid
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone
from msgspec import Struct

from events.mail.signed import opened, token
from events.models import SpentLink
from games.codec import canonical

LASTS = timedelta(days=60)
"""A question that is open longer can still be answered otherwise."""


class PlayLink(Struct, frozen=True):
    """What a link asks for: a move, or to choose among those of one kind where these are many."""

    match: str
    player: str
    asked: int
    expires: int
    move: dict[str, Any]
    entry: int | None = None
    """The place, among the choices, of the kind to choose from."""

    @property
    def is_past(self) -> bool:
        return timezone.now().timestamp() > self.expires


def play_url(link: PlayLink) -> str:
    """The address of the page that asks whether to play."""
    return f"{settings.PUBLIC_URL}/mail/play/{play_token(link)}"


def play_token(link: PlayLink) -> str:
    """The link as a token."""
    ids = uuid.UUID(link.match).bytes + uuid.UUID(link.player).bytes
    rest = [link.asked, link.expires, link.move, link.entry]
    return token("play", ids + canonical(rest))


def play_link(given: str) -> PlayLink | None:
    """What a token asks for, or None for one that was not made here."""
    payload = opened("play", given)
    if payload is None:
        return None
    match, player = (str(uuid.UUID(bytes=payload[at : at + 16])) for at in (0, 16))
    return PlayLink(match, player, *msgspec.json.decode(payload[32:]))


def expiry(now: datetime) -> int:
    """When links made now expire, in whole days."""
    return int((now + LASTS).timestamp()) // 86_400 * 86_400


def link_is_spent(given: str) -> bool:
    """Whether a move was played with this token."""
    return SpentLink.objects.filter(digest=_digest(given)).exists()


def link_spend(given: str) -> bool:
    """Use a token up, in the transaction of the move; False if it was used before."""
    _, new = SpentLink.objects.get_or_create(digest=_digest(given), defaults={"at": timezone.now()})
    return new


def links_forget() -> None:
    """Forget links that were used and would have expired since."""
    SpentLink.objects.filter(at__lt=timezone.now() - LASTS - timedelta(days=1)).delete()


def unsubscribe_url(player_id: str) -> str:
    """Where this player's mails are stopped."""
    return f"{settings.PUBLIC_URL}/mail/stop/{token('stop', uuid.UUID(player_id).bytes)}"


def unsubscriber(given: str) -> str | None:
    """The id of the player whose mails a token stops."""
    payload = opened("stop", given)
    return None if payload is None else str(uuid.UUID(bytes=payload))


def _digest(given: str) -> str:
    return sha256(given.encode()).hexdigest()
