"""Apple Push Notification service: to iPhones, over HTTP/2 with a provider token."""

from collections.abc import Mapping
from functools import lru_cache
from time import time
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from django.conf import settings

from events.notifications.channel import DeliveryGroup
from events.notifications.http.channel import Answer, Request
from events.notifications.http.jwt import jwt_sign
from events.notifications.http.push import TTL_SECONDS, collapse_key, is_urgent, payload_of
from events.notifications.http.service_push import ServicePush, object_in

TOKEN_SECONDS = 2400
"""Apple wants a new token after 20 minutes at the earliest and 60 at the latest."""


def apns_payload(payload: dict[str, Any], *, receipts: bool) -> dict[str, Any]:
    """The body of a notification; all of the payload is at its top level, for the app."""
    shown = {
        "alert": {"title": payload["title"], "body": payload["body"]},
        "badge": payload["badge"],
        "sound": "default",
    }
    if "tag" in payload:
        shown["thread-id"] = payload["tag"]
    if receipts:  # an extension of the app is started, which reports the receipt
        shown["mutable-content"] = 1
    return {"aps": shown} | payload


class Apns(ServicePush):
    """Notifications to the app whose bundle identifier is APNS_TOPIC."""

    name = "apns"
    dead = frozenset({"BadDeviceToken", "DeviceTokenNotForTopic", "ExpiredToken", "Unregistered"})

    def request(self, group: DeliveryGroup) -> Request:
        assert group.endpoint is not None
        assert settings.APNS is not None
        device = group.endpoint
        headers = {
            "apns-topic": settings.APNS.topic,
            "apns-id": group.id,
            "apns-push-type": "alert",
            "apns-priority": "10" if is_urgent(group) else "5",
            "apns-expiration": str(int(time()) + TTL_SECONDS),
            "apns-collapse-id": collapse_key(group),
        }
        body = msgspec.json.encode(apns_payload(payload_of(group), receipts=device.receipts))
        sandbox = msgspec.json.decode(device.keys)["sandbox"]
        server = settings.APNS_SANDBOX_URL if sandbox else settings.APNS_URL
        return Request(f"{server}/3/device/{device.url}", headers, body)

    async def credentials(self) -> Mapping[str, str]:
        apns = settings.APNS
        assert apns is not None
        token = provider_token(apns.key, apns.key_id, apns.team_id, int(time() // TOKEN_SECONDS))
        return {"authorization": f"bearer {token}"}

    def reason(self, answer: Answer) -> str:
        return str(object_in(answer).get("reason", ""))

    def is_of_service(self, answer: Answer) -> bool:
        return super().is_of_service(answer) or self.reason(answer) == "TooManyProviderTokenUpdates"


@lru_cache(maxsize=2)
def provider_token(key: EllipticCurvePrivateKey, key_id: str, team_id: str, period: int) -> str:
    """The token of a period of TOKEN_SECONDS, the same in all processes of all machines."""
    return jwt_sign(key, key_id, {"iss": team_id, "iat": period * TOKEN_SECONDS})
