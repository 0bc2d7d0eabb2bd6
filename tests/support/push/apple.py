"""The Apple Push Notification service: what it checks, and its answers."""

import re
import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.support.push.http2_server import Http2Server, Posted, Reply

TOPIC, KEY_ID, TEAM_ID = "org.example.gobelet", "ABC123DEFG", "DEF123GHIJ"
HOUR = 3600
STATUSES = {
    "BadDeviceToken": 400,
    "BadCollapseId": 400,
    "BadExpirationDate": 400,
    "BadMessageId": 400,
    "BadTopic": 400,
    "DeviceTokenNotForTopic": 400,
    "InvalidPushType": 400,
    "MissingTopic": 400,
    "PayloadEmpty": 400,
    "ExpiredProviderToken": 403,
    "InvalidProviderToken": 403,
    "MissingProviderToken": 403,
    "BadPath": 404,
    "Unregistered": 410,
    "PayloadTooLarge": 413,
    "TooManyProviderTokenUpdates": 429,
    "TooManyRequests": 429,
    "InternalServerError": 500,
    "ServiceUnavailable": 503,
}
"""The statuses of the reasons, as Apple documents them."""


class Notified(NamedTuple):
    """A notification that the service has accepted."""

    device: str
    headers: dict[str, str]
    body: Any
    connection: int


class AppleService(Http2Server):
    """Accepts notifications of one app; `trouble` may refuse by a reason, or cut connections."""

    def __init__(self, pem: Path) -> None:
        super().__init__(pem)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.accepted: list[Notified] = []
        self.tokens: set[str] = set()
        """The provider tokens that it has seen."""
        self.trouble: Callable[[Posted], str | Reply | None] = lambda request: None

    def key_file(self, folder: Path) -> Path:
        """The .p8 file that Apple gives to a developer."""
        path = folder / "AuthKey.p8"
        pem = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        path.write_bytes(pem)
        return path

    def reply(self, request: Posted) -> Reply:
        reason = self._unauthorised(request) or self._malformed(request)
        trouble = self.trouble(request) if reason is None else reason
        if isinstance(trouble, str):
            gone = {"timestamp": int(time.time() * 1000)} if trouble == "Unregistered" else {}
            return Reply(STATUSES[trouble], {"reason": trouble} | gone)
        if trouble is not None and trouble.status != HTTPStatus.OK:
            return trouble
        device = request.path.rpartition("/")[2]
        self.accepted.append(Notified(device, request.headers, request.json(), request.connection))
        return trouble or Reply(200, headers={"apns-id": request.headers["apns-id"]})

    def _unauthorised(self, request: Posted) -> str | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme != "bearer":
            return "MissingProviderToken"
        self.tokens.add(token)
        try:
            header = jwt.get_unverified_header(token)
            claims = jwt.decode(
                token, self.key.public_key(), ["ES256"], options={"verify_iat": False}
            )
        except jwt.InvalidTokenError:
            return "InvalidProviderToken"
        if (header["alg"], header["kid"], claims["iss"]) != ("ES256", KEY_ID, TEAM_ID):
            return "InvalidProviderToken"
        return None if abs(time.time() - claims["iat"]) < HOUR else "ExpiredProviderToken"

    def _malformed(self, request: Posted) -> str | None:
        said = request.headers
        checks = {
            "BadPath": request.path.startswith("/3/device/"),
            "BadDeviceToken": re.fullmatch("/3/device/[0-9a-f]{64,200}", request.path),
            "MissingTopic": "apns-topic" in said,
            "DeviceTokenNotForTopic": said.get("apns-topic") == TOPIC,
            "InvalidPushType": said.get("apns-push-type") == "alert",
            "BadCollapseId": len(said.get("apns-collapse-id", "")) <= 64,
            "BadExpirationDate": said.get("apns-expiration", "").isdecimal(),
            "BadMessageId": re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                                         said.get("apns-id", "")),
            "PayloadEmpty": request.body,
            "PayloadTooLarge": len(request.body) <= 4096,
        }  # fmt: skip
        return next((reason for reason, held in checks.items() if not held), None)


def device_token(number: int) -> str:
    """The token of an iPhone, as the app sends it."""
    return number.to_bytes(32).hex()
