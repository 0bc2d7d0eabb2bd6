"""Who we are to push services (RFC 8292): one key of this server's, which browsers are told."""

from base64 import urlsafe_b64encode
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

# The order of P-256: a private key is a number from 1 up to this.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@cache
def private_key(given: str = "") -> ec.EllipticCurvePrivateKey:
    """The key that VAPID_KEY stands for."""
    number = int(given or settings.VAPID_KEY, 16) % (_ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def public_key() -> str:
    """What a browser needs as `applicationServerKey`, in base64url."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
