"""Webhooks after Standard Webhooks 1.0: signed, with an id that is the same at every try."""

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any

import msgspec
from django.utils import timezone

from events.models import Delivery
from events.notify.channels import Parcel
from events.notify.notices import Notice
from events.notify.over_http import OverHttp
from events.notify.wire import Request
from events.record import timestamp

PREFIX = "whsec_"
SECRET_BYTES = 32
GONE = 410

_MORE = {
    "your_turn": ("deadline",),
    "deadline_near": ("deadline",),
    "match_finished": ("outcome",),
    "invited": ("by",),
    "message": ("by",),
}
"""What each kind says beside where to look; what was said at a table is read there."""


def secret_new() -> str:
    """A secret to sign with, for one address alone."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, *, message: str, at: int, body: bytes) -> str:
    """The `webhook-signature` of a message."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, b"%s.%d.%s" % (message.encode(), at, body), sha256)
    return f"v1,{b64encode(signed).decode()}"


def webhook_body(notice: Notice) -> bytes:
    """What a receiver is told: where to look, never what is hidden."""
    said: dict[str, Any] = {"match": notice.match, "game": notice.game, "seq": notice.seq}
    for name in _MORE.get(notice.kind, ()):
        said[name] = getattr(notice, name)
    if said.get("deadline"):
        said["deadline"] = timestamp(said["deadline"])
    return _body(notice.kind, timestamp(notice.at), said)


def trial_body() -> bytes:
    """What a receiver is told to try it out."""
    return _body("test", timestamp(timezone.now()), {})


def _body(kind: str, at: str, data: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"type": kind, "timestamp": at, "data": data})


class Webhooks(OverHttp):
    """Each notice is a request of its own; machines gather for themselves."""

    name = "webhook"
    unwanted = frozenset({GONE})

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        return (delivery.id,)

    def request(self, parcel: Parcel) -> Request:
        assert parcel.endpoint is not None
        body = webhook_body(parcel.notices[0]) if parcel.notices else trial_body()
        message, at = f"msg_{parcel.id.replace('-', '')}", int(timezone.now().timestamp())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Gobelet",
            "webhook-id": message,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(parcel.endpoint.keys, message=message, at=at, body=body),
        }
        return Request(parcel.endpoint.url, headers, body)
