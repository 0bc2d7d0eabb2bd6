"""Web Push: short notifications, encrypted so that only the registered browser can read them."""

from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
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
from events.notifications.http.channel import HttpChannel, Request
from events.notifications.notice import Notice
from events.notifications.words import heading, sentence
from games.contract import Text

KEPT_SECONDS = 24 * 3600
"""The TTL: how long a push service stores a message for a device that is off."""
SIGNED_SECONDS = 12 * 3600
URGENT = (Outbox.Kind.YOUR_TURN, Outbox.Kind.DEADLINE_NEAR)
TRIES_AGAIN = frozenset({408, 425, 429})

_TRIAL = Text("Les notifications arrivent ici.", "Notifications arrive here.")


def push_payload(player: Player, notices: tuple[Notice, ...]) -> dict[str, Any]:
    """The payload for a browser; `tag` is the match: a newer notification replaces an older one."""
    if not notices:
        return {"kind": "test", "title": "Gobelet", "body": _TRIAL.within(player.locale)}
    first, *others = notices
    return {
        "kind": first.kind,
        "title": heading(first, player),
        "body": " ".join(sentence(notice, player) for notice in notices),
        "tag": first.match,
        "url": first.url,
        "match": first.match,
        "game": first.game,
        "seq": first.seq,
        "at": timestamp(first.at),
        "also": [notice.kind for notice in others],
    }


class Push(HttpChannel):
    """One notification per match and device, with all that is new."""

    name = "push"
    unwanted = frozenset({404, 410})

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        match = delivery.notice.match_id if delivery.notice else ""
        return str(delivery.endpoint_id), match

    def is_final(self, status: int) -> bool:
        return 400 <= status < 500 and status not in TRIES_AGAIN

    def request(self, group: DeliveryGroup) -> Request:
        from pywebpush import WebPusher  # with aiohttp a quarter of the start of every process

        assert group.endpoint is not None
        url, keys = group.endpoint.url, msgspec.json.decode(group.endpoint.keys)
        payload = msgspec.json.encode(push_payload(group.player, group.notices))
        sealed = WebPusher({"endpoint": url, "keys": keys}).encode(payload)["body"]
        urgent = any(notice.kind in URGENT for notice in group.notices)
        headers = _vapid_headers(url) | {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high" if urgent else "normal",
        }
        if group.notices:
            headers["Topic"] = _topic(group.notices[0].match)
        return Request(url, headers, sealed)


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


def _topic(match: str) -> str:
    """The topic of a match; a push service stores only the newest message of a topic.

    It is a keyed digest, so that the service learns nothing about the match.
    """
    digest = sha256(f"{settings.SECRET_KEY}/{match}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()


# The order n of the curve P-256: a private key is a number from 1 to n - 1.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@cache
def private_key(given: str = "") -> ec.EllipticCurvePrivateKey:
    """The VAPID private key, derived from `given` or else from VAPID_KEY."""
    number = int(given or settings.VAPID_KEY, 16) % (_ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def public_key() -> str:
    """The `applicationServerKey` that browsers subscribe with, in base64url."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
