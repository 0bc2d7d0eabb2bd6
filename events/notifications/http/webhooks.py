"""Webhooks after Standard Webhooks 1.0: signed, with the same id at every try."""

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any

import msgspec
from django.utils import timezone

from events.log.envelope import timestamp
from events.models import Delivery, Player
from events.notifications.channel import DeliveryGroup
from events.notifications.http.channel import HttpChannel, Request
from events.notifications.notice import Notice
from events.selectors.turns import turns_count

PREFIX = "whsec_"
SECRET_BYTES = 32

_FIELDS = {
    "your_turn": ("deadline",),
    "deadline_near": ("deadline",),
    "match_started": ("cup",),
    "match_finished": ("outcome",),
    "invited": ("by",),
    "message": ("by",),
    "cup_ended": ("result",),
}
"""The fields of each kind beside those of all kinds; the text of a message is never sent."""


def secret_new() -> str:
    """Return a new signing secret, for one endpoint only."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, *, message: str, at: int, body: bytes) -> str:
    """The `webhook-signature` header of a message."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, b"%s.%d.%s" % (message.encode(), at, body), sha256)
    return f"v1,{b64encode(signed).decode()}"


def webhook_body(player: Player, notice: Notice) -> bytes:
    """The body of a webhook request: where to look, never anything hidden."""
    data: dict[str, Any] = {
        "player": player.id,
        "turns": turns_count(player),
        **notice.reference,
    }
    for name in _FIELDS.get(notice.kind, ()):
        data[name] = getattr(notice, name)
    if data.get("deadline"):
        data["deadline"] = timestamp(data["deadline"])
    return _body(notice.kind, timestamp(notice.at), data)


def trial_body() -> bytes:
    """The body of a test request."""
    return _body("test", timestamp(timezone.now()), {})


def _body(kind: str, at: str, data: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"type": kind, "timestamp": at, "data": data})


class Webhooks(HttpChannel):
    """One request for each notice; receivers group them themselves."""

    name = "webhook"

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        return (delivery.id,)

    def request(self, group: DeliveryGroup) -> Request:
        assert group.endpoint is not None
        body = webhook_body(group.player, group.notices[0]) if group.notices else trial_body()
        message, at = f"msg_{group.id.replace('-', '')}", int(timezone.now().timestamp())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Gobelet",
            "webhook-id": message,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(group.endpoint.keys, message=message, at=at, body=body),
        }
        return Request(group.endpoint.url, headers, body)
