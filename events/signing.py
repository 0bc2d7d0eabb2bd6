"""Receipts: what the server signs, and the keys to check it by."""

from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.utils import timezone
from nacl.signing import SigningKey as PrivateKey

from events.models import SigningKey


@lru_cache
def _private_key(secret: str) -> PrivateKey:
    return PrivateKey(bytes.fromhex(secret))


def public_key() -> bytes:
    """The current key's public half."""
    return bytes(_private_key(settings.SIGNING_KEY).verify_key)


def key_id() -> str:
    """The name of the current key: the beginning of its digest."""
    return _key_id(settings.SIGNING_KEY)


@lru_cache
def _key_id(secret: str) -> str:
    return key_id_of(bytes(_private_key(secret).verify_key).hex())


def key_id_of(public: str) -> str:
    """The name of a key, given as hex."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def signed(message: bytes) -> dict[str, str]:
    """The part that every receipt has."""
    signed_message = _private_key(settings.SIGNING_KEY).sign(message)
    return {"key_id": key_id(), "signature": signed_message.signature.hex()}


def signing_key_publish() -> None:
    """Make the current key known and retire the others; whoever serves does this first."""
    now = timezone.now()
    SigningKey.objects.update_or_create(
        key_id=key_id(),
        defaults={"retired_at": None},
        create_defaults={"public": public_key().hex(), "created_at": now},
    )
    others = SigningKey.objects.exclude(key_id=key_id()).filter(retired_at=None)
    others.update(retired_at=now)


def signing_keys() -> list[SigningKey]:
    """All keys that were ever in use, the current one first."""
    return sorted(
        SigningKey.objects.order_by("-created_at"), key=lambda key: key.retired_at is not None
    )
