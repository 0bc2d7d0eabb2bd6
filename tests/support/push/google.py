"""Firebase Cloud Messaging and the service that gives access tokens: their checks and answers."""

import json
import time
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.support.push.http2_server import Http2Server, Posted, Reply

PROJECT, KEY_ID, EMAIL = "gobelet-test", "0123456789abcdef", "push@gobelet-test.example"
SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
STATUSES = {
    "INVALID_ARGUMENT": (400, "INVALID_ARGUMENT"),
    "SENDER_ID_MISMATCH": (403, "PERMISSION_DENIED"),
    "UNREGISTERED": (404, "NOT_FOUND"),
    "QUOTA_EXCEEDED": (429, "RESOURCE_EXHAUSTED"),
    "INTERNAL": (500, "INTERNAL"),
    "UNAVAILABLE": (503, "UNAVAILABLE"),
}
"""By FCM's error code the status, and the error's status in words."""


class Messaged(NamedTuple):
    """A message that the service has accepted."""

    device: str
    message: Any
    connection: int


def error(status: int, words: str, *details: dict[str, object]) -> Reply:
    """An error of a Google API."""
    said = {"code": status, "message": words.lower(), "status": words, "details": details}
    after = {"retry-after": "30"} if status in (429, 503) else {}
    return Reply(status, {"error": said}, after)


def refused(code: str) -> Reply:
    """An error of FCM itself."""
    kind = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
    return error(*STATUSES[code], {"@type": kind, "errorCode": code})


@cache
def _private_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class GoogleService(Http2Server):
    """Accepts messages of one project; `trouble` may refuse, or cut the connection."""

    def __init__(self, pem: Path) -> None:
        super().__init__(pem)
        self.key = _private_key()
        self.accepted: list[Messaged] = []
        self.granted: list[str] = []
        """The access tokens that it has given and not revoked."""
        self.grants = 0
        self.trouble: Callable[[Any], str | Reply | None] = lambda message: None
        self.token_trouble: Reply | None = None

    def account_file(self, folder: Path) -> Path:
        """The JSON file of a service account."""
        path = folder / "account.json"
        pem = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        account = {
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": KEY_ID,
            "private_key": pem.decode(),
            "client_email": EMAIL,
            "token_uri": f"{self.url}/token",
        }
        path.write_text(json.dumps(account))
        return path

    def reply(self, request: Posted) -> Reply:
        if request.path == "/token":
            return self.token_trouble or self._grant(request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or token not in self.granted:
            return error(401, "UNAUTHENTICATED")
        if request.path != f"/v1/projects/{PROJECT}/messages:send":
            return error(404, "NOT_FOUND")
        message = request.json()["message"]
        if not all(isinstance(value, str) for value in message["data"].values()):
            return error(400, "INVALID_ARGUMENT", {"@type": "google.rpc.BadRequest"})
        trouble = self.trouble(message)
        if isinstance(trouble, str):
            return refused(trouble)
        if trouble is not None and trouble.status != HTTPStatus.OK:
            return trouble
        self.accepted.append(Messaged(message["token"], message, request.connection))
        number = len(self.accepted)
        return trouble or Reply(200, {"name": f"projects/{PROJECT}/messages/{number}"})

    def _grant(self, request: Posted) -> Reply:
        form = {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
        try:
            header = jwt.get_unverified_header(form["assertion"])
            claims = jwt.decode(
                form["assertion"], self.key.public_key(), ["RS256"],
                audience=f"{self.url}/token", issuer=EMAIL,
                options={"require": ["iat", "exp", "aud", "iss", "scope"]},
            )  # fmt: skip
        except (jwt.InvalidTokenError, KeyError) as problem:
            said = {"error": "invalid_grant", "error_description": str(problem)}
            return Reply(400, said)
        stated = form["grant_type"], header["kid"], claims["scope"]
        if stated != (GRANT, KEY_ID, SCOPE) or claims["exp"] - time.time() > 3605:
            return Reply(400, {"error": "invalid_grant", "error_description": "Invalid JWT."})
        self.grants += 1
        self.granted.append(f"ya29.{self.grants}")
        granted = {"access_token": self.granted[-1], "expires_in": 3599, "token_type": "Bearer"}
        return Reply(200, granted)
