"""Receipts: the signatures of the server, and the keys that verify them."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.utils import timezone
from nacl.signing import SigningKey as PrivateKey

from events.log import fairness
from events.models import Match, Seat, SigningKey


@lru_cache
def _private_key(secret: str) -> PrivateKey:
    return PrivateKey(bytes.fromhex(secret))


def public_key() -> bytes:
    """Return the public key of the current signing key."""
    return bytes(_private_key(settings.SIGNING_KEY).verify_key)


def key_id() -> str:
    """Return the id of the current key: the beginning of its digest."""
    return _key_id(settings.SIGNING_KEY)


@lru_cache
def _key_id(secret: str) -> str:
    return key_id_of(bytes(_private_key(secret).verify_key).hex())


def key_id_of(public: str) -> str:
    """Return the id of a public key, which is given as hex."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def sign(message: bytes) -> dict[str, str]:
    """Sign a message; return the key id and signature, which every receipt has."""
    signed_message = _private_key(settings.SIGNING_KEY).sign(message)
    return {"key_id": key_id(), "signature": signed_message.signature.hex()}


def promise_json(match: Match, seat: Seat) -> dict[str, Any]:
    """Sign the match's commitment for a player who takes a seat, before any seed is revealed."""
    seed_commitment = seat.seed_commitment
    message = fairness.promise_message(
        match.id,
        bytes.fromhex(match.commitment),
        seat.number,
        bytes.fromhex(seed_commitment or ""),
    )
    promised = {"commitment": match.commitment, "seat": seat.number}
    return promised | {"seed_commitment": seed_commitment} | sign(message)


def seed_receipt_json(match: Match, seat: int, seed: str) -> dict[str, Any]:
    """Sign that a seat revealed this seed, or waived with an empty one."""
    commitment = bytes.fromhex(match.commitment)
    message = fairness.seed_message(match.id, commitment, seat, bytes.fromhex(seed))
    return {"seat": seat, "seed": seed} | sign(message)


def signing_key_publish() -> None:
    """Publish the current key and retire the others; server processes do this at start."""
    now = timezone.now()
    SigningKey.objects.update_or_create(
        key_id=key_id(),
        defaults={"retired_at": None},
        create_defaults={"public": public_key().hex(), "created_at": now},
    )
    others = SigningKey.objects.exclude(key_id=key_id()).filter(retired_at=None)
    others.update(retired_at=now)


def is_key_current() -> bool | None:
    """Whether the key of the settings is the one in use; None if none was ever published."""
    keys = {key.key_id: key.retired_at is None for key in signing_keys()}
    return keys.get(key_id(), False) if keys else None


def signing_keys() -> list[SigningKey]:
    """Return all keys that were ever in use, the current one first."""
    return sorted(
        SigningKey.objects.order_by("-created_at"), key=lambda key: key.retired_at is not None
    )
