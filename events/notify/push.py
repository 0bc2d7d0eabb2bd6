"""Web Push: a short notice on a device, encrypted so that only that browser can read it."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from time import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher

from events.models import Delivery, Outbox, Player
from events.notify.channels import Parcel
from events.notify.notices import Notice
from events.notify.over_http import OverHttp
from events.notify.vapid import private_key
from events.notify.wire import Request
from events.notify.words import heading, sentence
from events.record import timestamp
from games.contract import Text

KEPT_SECONDS = 24 * 3600
"""How long a push service keeps it for a device that is off."""
SIGNED_SECONDS = 12 * 3600
URGENT = (Outbox.Kind.YOUR_TURN, Outbox.Kind.DEADLINE_NEAR)
TRIES_AGAIN = frozenset({408, 425, 429})

_TRIAL = Text("Les notifications arrivent ici.", "Notifications arrive here.")


def push_payload(player: Player, notices: tuple[Notice, ...]) -> dict[str, Any]:
    """What a browser shows; `tag` is the match, so that a newer one takes an older one's place."""
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


class Push(OverHttp):
    """All that is new in a match is one notice on each device."""

    name = "push"
    unwanted = frozenset({404, 410})

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        match = delivery.notice.match_id if delivery.notice else ""
        return str(delivery.endpoint_id), match

    def is_final(self, status: int) -> bool:
        return 400 <= status < 500 and status not in TRIES_AGAIN

    def request(self, parcel: Parcel) -> Request:
        assert parcel.endpoint is not None
        url, keys = parcel.endpoint.url, msgspec.json.decode(parcel.endpoint.keys)
        payload = msgspec.json.encode(push_payload(parcel.player, parcel.notices))
        sealed = WebPusher({"endpoint": url, "keys": keys}).encode(payload)["body"]
        urgent = any(notice.kind in URGENT for notice in parcel.notices)
        headers = _signed(url) | {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high" if urgent else "normal",
        }
        if parcel.notices:
            headers["Topic"] = _topic(parcel.notices[0].match)
        return Request(url, headers, sealed)


def _signed(url: str) -> dict[str, str]:
    """The proof that it is this server that writes."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time()) + SIGNED_SECONDS,
        "sub": settings.VAPID_SUBJECT,
    }
    signed: dict[str, str] = Vapid02(private_key()).sign(claims)
    return signed


def _topic(match: str) -> str:
    """A push service keeps only the newest of a topic; it learns nothing of the match from it."""
    digest = sha256(f"{settings.SECRET_KEY}/{match}".encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()
