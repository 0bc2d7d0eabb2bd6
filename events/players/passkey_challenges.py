"""Challenges for passkeys: each is bound to a nonce that only the device that asked is told.

So no other device can use it up, and a signature that was made for one device signs in no other.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.utils import timezone

from events.models import PasskeyChallenge, Player

CHALLENGE_LIFE = timedelta(minutes=5)
CHALLENGE_BYTES = 32


class Challenge(NamedTuple):
    """A challenge to be signed, the nonce that it works with, and until when."""

    nonce: str
    challenge: bytes
    expires_at: datetime


def challenge_ask(*, player: Player | None) -> Challenge:
    """Create a challenge: for a player to register a passkey, for None to sign in."""
    now, nonce = timezone.now(), secrets.token_urlsafe(24)
    challenge = secrets.token_bytes(CHALLENGE_BYTES)
    PasskeyChallenge.objects.create(
        nonce=_digest(nonce), player=player, challenge=challenge, at=now
    )
    return Challenge(nonce, challenge, now + CHALLENGE_LIFE)


def challenge_use(*, nonce: str, player: Player | None) -> bytes | None:
    """Use up the challenge of a nonce; None unless it was asked for by this player, and in time.

    The row stays locked until the caller's transaction ends, so of two concurrent uses one fails.
    """
    own = PasskeyChallenge.objects.select_for_update(of=("self",))
    found = own.filter(nonce=_digest(nonce), player=player).first()
    if found is None:
        return None
    found.delete()
    return bytes(found.challenge) if found.at > timezone.now() - CHALLENGE_LIFE else None


def challenges_delete_expired() -> None:
    """Delete expired challenges."""
    PasskeyChallenge.objects.filter(at__lte=timezone.now() - CHALLENGE_LIFE).delete()


def _digest(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()
