"""Short tokens that only this server can have made."""

import base64
import binascii
import hmac
from hashlib import sha256

from django.conf import settings

MAC_BYTES = 16


def mac(purpose: str, payload: bytes) -> bytes:
    """What proves that this payload was made here for this purpose."""
    key = hmac.digest(settings.SECRET_KEY.encode(), f"gobelet/mail/{purpose}".encode(), sha256)
    return hmac.digest(key, payload, sha256)[:MAC_BYTES]


def token(purpose: str, payload: bytes) -> str:
    """The payload and its proof, in signs that an address may hold."""
    return base64.urlsafe_b64encode(payload + mac(purpose, payload)).decode().rstrip("=")


def opened(purpose: str, given: str) -> bytes | None:
    """The payload of a token, or None for anything that was not made here for this purpose."""
    try:
        packed = base64.b64decode(given + "=" * (-len(given) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    payload, proof = packed[:-MAC_BYTES], packed[-MAC_BYTES:]
    if not hmac.compare_digest(proof, mac(purpose, payload)):
        return None
    return payload if token(purpose, payload) == given else None  # one spelling each
