"""Push: short notifications; Web Push encrypts them so that only the registered device can read."""

from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from time import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from events.log.envelope import timestamp
from events.models import Delivery, Outbox, Player
from events.notifications.channel import DeliveryGroup
from events.notifications.http.channel import Answer, HttpChannel, Request
from events.notifications.notice import Notice
from events.notifications.words import heading, notice_sentence
from events.selectors.turns import turns_badge
from games.contract import Text

TTL_SECONDS = 24 * 3600
"""How long a push service stores a message for a device that is off."""
SIGNED_SECONDS = 12 * 3600
URGENT = (Outbox.Kind.YOUR_TURN, Outbox.Kind.DEADLINE_NEAR)
TRIES_AGAIN = frozenset({408, 425, 429})

_TRIAL = Text("Les notifications arrivent ici.", "Notifications arrive here.")


def push_payload(player: Player, notices: tuple[Notice, ...]) -> dict[str, Any]:
    """The payload for a device; `tag` is the match or cup: a newer one replaces an older one."""
    turns = {"badge": turns_badge(player)}
    if not notices:
        return {"kind": "test", "title": "Gobelet", "body": _TRIAL.within(player.locale)} | turns
    first, *others = notices
    return turns | {
        "kind": first.kind,
        "title": heading(first, player),
        "body": " ".join(notice_sentence(notice, player) for notice in notices),
        "tag": first.about,
        "url": first.url if first.match is None else f"{first.url}#{first.seq}",
        **first.reference,
        "at": timestamp(first.at),
        "also": [notice.kind for notice in others],
    }


class Push(HttpChannel):
    """One notification per match or cup and device, with all that is new."""

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        return str(delivery.endpoint_id), delivery.notice.about if delivery.notice else ""

    def is_final(self, answer: Answer) -> bool:
        status = answer.status
        return status is not None and 400 <= status < 500 and status not in TRIES_AGAIN


class WebPush(Push):
    """Web Push, to browsers."""

    name = "web"

    def is_unwanted(self, answer: Answer) -> bool:
        return answer.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)

    def request(self, group: DeliveryGroup) -> Request:
        from pywebpush import WebPusher  # with aiohttp a quarter of the start of every process

        assert group.endpoint is not None
        url, keys = group.endpoint.url, msgspec.json.decode(group.endpoint.keys)
        sealed = WebPusher({"endpoint": url, "keys": keys}).encode(
            msgspec.json.encode(payload_of(group))
        )["body"]
        headers = _vapid_headers(url) | {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(TTL_SECONDS),
            "Urgency": "high" if is_urgent(group) else "normal",
        }
        if group.notices:
            headers["Topic"] = collapse_key(group)
        return Request(url, headers, sealed)


class UnifiedPush(WebPush):
    """Web Push, to phones with a UnifiedPush distributor."""

    name = "unifiedpush"


def payload_of(group: DeliveryGroup) -> dict[str, Any]:
    """The payload of a group, with the id that a delivery receipt names."""
    return {"id": group.id} | push_payload(group.player, group.notices)


def is_urgent(group: DeliveryGroup) -> bool:
    """Whether the device should show it at once, even if that costs energy."""
    return not group.notices or any(notice.kind in URGENT for notice in group.notices)


def _vapid_headers(url: str) -> dict[str, str]:
    """The VAPID headers, which prove that the request comes from this server."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time()) + SIGNED_SECONDS,
        "sub": settings.VAPID_SUBJECT,
    }
    headers: dict[str, str] = Vapid02(private_key()).sign(claims)
    return headers


def collapse_key(group: DeliveryGroup) -> str:
    """The key of a group's match or cup; a push service stores only the newest message of a key.

    It is a keyed digest: a service that cannot read the message learns nothing about them.
    """
    about = group.notices[0].about if group.notices else ""
    digest = sha256(f"{settings.SECRET_KEY}/{about}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()


# The order n of the curve P-256: a private key is a number from 1 to n - 1.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@cache
def private_key(given: str = "") -> ec.EllipticCurvePrivateKey:
    """The VAPID private key, derived from `given` or else from VAPID_KEY."""
    number = int(given or settings.VAPID_KEY, 16) % (_ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def vapid_public_key() -> str:
    """The `applicationServerKey` that browsers subscribe with, in base64url."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
