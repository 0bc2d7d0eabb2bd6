"""JSON Web Tokens (RFC 7519) by which this server identifies itself to push services."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

_COORDINATE_BYTES = 32


def jwt_sign(
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, key_id: str, claims: Mapping[str, object]
) -> str:
    """Sign claims with ES256 or RS256; the same key and claims always give the same token."""
    algorithm = "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"
    header = {"alg": algorithm, "kid": key_id, "typ": "JWT"}
    signed = b".".join(_base64(msgspec.json.encode(part)) for part in (header, claims))
    if isinstance(key, rsa.RSAPrivateKey):
        signature = key.sign(signed, padding.PKCS1v15(), SHA256())
    else:
        pair = decode_dss_signature(
            key.sign(signed, ec.ECDSA(SHA256(), deterministic_signing=True))
        )
        signature = b"".join(number.to_bytes(_COORDINATE_BYTES) for number in pair)
    return b".".join((signed, _base64(signature))).decode()


def _base64(data: bytes) -> bytes:
    return urlsafe_b64encode(data).rstrip(b"=")
