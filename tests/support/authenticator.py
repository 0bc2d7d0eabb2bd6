"""An authenticator in software: makes passkeys, and signs with them as a phone would."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.people import Person

ORIGIN, DOMAIN = "http://localhost:8000", "localhost"
"""Those of the default PUBLIC_URL."""
PRESENT, VERIFIED, CAN_SYNC, SYNCED, NEW = 1, 4, 8, 16, 64
"""Flags of an authenticator's data."""

Json = dict[str, Any]


class Authenticator:
    """A phone with one passkey, once it has registered it; whatever it says can be changed."""

    def __init__(self, *, origin: str = ORIGIN, domain: str = DOMAIN) -> None:
        self.origin, self.domain = origin, domain
        self.flags = PRESENT | VERIFIED | CAN_SYNC | SYNCED
        self.count = 0
        self.credential = secrets.token_bytes(32)
        self.handle = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def register(self, options: Json) -> Json:
        """What `navigator.credentials.create` returns for these options."""
        self.handle = decoded(options["user"]["id"])
        public = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (public.x, public.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + key
        data = self._data(NEW) + attested
        statement = {"fmt": "none", "attStmt": {}, "authData": data}
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", options)),
            "attestationObject": encoded(cbor2.dumps(statement)),
            "transports": ["internal", "hybrid", "telepathy"],
            "publicKeyAlgorithm": -7,
        }
        return self._shown(response)

    def sign(self, options: Json) -> Json:
        """What `navigator.credentials.get` returns for these options."""
        data, client_data = self._data(), self._client_data("webauthn.get", options)
        signed = data + sha256(client_data).digest()
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": encoded(self.handle),
        }
        return self._shown(response)

    def _data(self, more: int = 0) -> bytes:
        count = self.count.to_bytes(4, "big")
        return sha256(self.domain.encode()).digest() + bytes([self.flags | more]) + count

    def _client_data(self, kind: str, options: Json) -> bytes:
        about = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(about | {"crossOrigin": False}).encode()

    def _shown(self, response: Json) -> Json:
        name = encoded(self.credential)
        about = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return about | {"authenticatorAttachment": "platform", "clientExtensionResults": {}}


def registration(person: Person, phone: Authenticator) -> Json:
    """The body with which somebody registers a passkey of this phone."""
    asked = person.post("me/passkeys/options", {}).json()
    return {"nonce": asked["nonce"], "credential": phone.register(asked["options"])}


def encoded(value: bytes) -> str:
    """In base64url."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def decoded(value: str) -> bytes:
    """From base64url."""
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


_OPTIONS = {"challenge": "AAAA", "user": {"id": "YW5uYQ"}}
_EXAMPLE = Authenticator()
NEW_PASSKEY = {"nonce": "a" * 32, "credential": _EXAMPLE.register(_OPTIONS)}
PASSKEY_PROOF = {"nonce": "a" * 32, "credential": _EXAMPLE.sign(_OPTIONS)}
"""Bodies of the right form, for a challenge that was never asked for."""
