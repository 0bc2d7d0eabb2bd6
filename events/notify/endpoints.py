"""Addresses that people register to be told at: browsers for Web Push, machines for webhooks."""

from base64 import urlsafe_b64decode
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils import timezone

from events.devices import token_digest
from events.models import Delivery, Endpoint, Player, Token
from events.notify.reach import Unreachable, place_of
from events.notify.webhooks import secret_new
from events.nudge import nudge_notices
from events.record import timestamp
from events.refusals import Conflict, Impossible, Unknown

PUSH, WEBHOOK = Endpoint.Channel.PUSH, Endpoint.Channel.WEBHOOK
MOST = 20
"""Addresses of a player for one channel."""
AUTH_BYTES = 16


def push_register(
    *, player: Player, token: str | None, url: str, p256dh: str, auth: str
) -> Endpoint:
    """Tell a browser from now on; it belongs to the device that registers it, and to one player
    alone: whoever is signed in there last."""
    _require_reachable(url)
    _require_keys(p256dh, auth)
    Endpoint.objects.filter(channel=PUSH, url=url).exclude(player=player).delete()
    if not Endpoint.objects.filter(channel=PUSH, url=url).exists():
        _require_room(player, PUSH)
    device = Token.objects.filter(digest=token_digest(token)).first() if token else None
    keys = msgspec.json.encode({"p256dh": p256dh, "auth": auth}).decode()
    made, _ = Endpoint.objects.update_or_create(
        player=player,
        channel=PUSH,
        url=url,
        defaults={"device": device, "keys": keys},
        create_defaults={"device": device, "keys": keys, "created_at": timezone.now()},
    )
    return made


def webhook_register(*, player: Player, url: str) -> Endpoint:
    """Tell a machine from now on; `keys` of it is the secret that it knows us by."""
    _require_reachable(url)
    own = Endpoint.objects.filter(player=player, channel=WEBHOOK)
    if own.filter(url=url).exists():
        raise Conflict("endpoint_registered")
    _require_room(player, WEBHOOK)
    return Endpoint.objects.create(
        player=player, channel=WEBHOOK, url=url, keys=secret_new(), created_at=timezone.now()
    )


def endpoint_remove(*, player: Player, channel: str, endpoint: str) -> None:
    """Tell it nothing more, not even what is on its way."""
    _own(player, channel, endpoint).delete()


def endpoint_try(*, player: Player, channel: str, endpoint: str) -> Endpoint:
    """Send something there to see whether it arrives; a disabled address that takes it is enabled
    again."""
    found = _own(player, channel, endpoint)
    Delivery.objects.create(endpoint=found, channel=channel, at=timezone.now())
    transaction.on_commit(nudge_notices)
    return found


def endpoints_of(player: Player, channel: str, *, after: str | None, most: int) -> list[Endpoint]:
    """A player's addresses for a channel, from past one on."""
    own = Endpoint.objects.filter(player=player, channel=channel)
    if after is not None:
        own = own.filter(id__gt=after)
    return list(own.order_by("id")[:most])


def endpoint_shown(endpoint: Endpoint) -> dict[str, Any]:
    """An address as its owner may see it."""
    return {
        "id": endpoint.id,
        "url": endpoint.url,
        "created_at": timestamp(endpoint.created_at),
        "disabled_at": timestamp(endpoint.disabled_at) if endpoint.disabled_at else None,
        "tried_at": timestamp(endpoint.tried_at) if endpoint.tried_at else None,
        "answer": endpoint.answer or None,
    }


def _own(player: Player, channel: str, endpoint: str) -> Endpoint:
    found = Endpoint.objects.filter(player=player, channel=channel, id=endpoint).first()
    if found is None:
        raise Unknown("endpoint_not_found")
    return found


def _require_reachable(url: str) -> None:
    try:
        place_of(url)
    except Unreachable:
        raise Impossible("endpoint_refused") from None


def _require_room(player: Player, channel: str) -> None:
    if Endpoint.objects.filter(player=player, channel=channel).count() >= MOST:
        raise Conflict("too_many_endpoints")


def _require_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that nothing could be encrypted with."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        usable = len(_decoded(auth)) == AUTH_BYTES
    except ValueError:
        usable = False
    if not usable:
        raise Impossible("push_keys_unusable")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
