"""Endpoints that players register for notifications: browsers, phones and webhook URLs."""

from base64 import urlsafe_b64decode
from typing import Any
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from events.errors import Conflict, NotFound, Unprocessable
from events.log.envelope import timestamp
from events.models import Delivery, Device, Endpoint, Player
from events.notifications.http.ssrf import Unreachable, target_of
from events.notifications.http.webhooks import secret_new
from events.players.devices import token_digest
from events.players.quotas import quota_use
from events.work.wake import wake_outgoing

Kind = Endpoint.Kind
PUSH, WEBHOOK = Endpoint.Channel.PUSH, Endpoint.Channel.WEBHOOK
MOST = 20
"""The most endpoints that a player may have for one channel."""
AUTH_BYTES = 16


def web_push_register(
    *,
    player: Player,
    token: str | None,
    kind: str,
    url: str,
    p256dh: str,
    auth: str,
    receipts: bool,
) -> Endpoint:
    """Register a browser or a phone that has a URL for Web Push."""
    host = _reachable_host(url)
    _require_keys(p256dh, auth)
    keys = {"p256dh": p256dh, "auth": auth}
    return _push_register(
        player, token, kind=kind, url=url, host=host, keys=keys, receipts=receipts
    )


def phone_register(
    *, player: Player, token: str | None, kind: str, address: str, sandbox: bool, receipts: bool
) -> Endpoint:
    """Register a phone by the token that APNs or FCM has given it (`address`)."""
    if not is_available(kind):
        raise Unprocessable("push_kind_unavailable")
    url = settings.FCM_URL
    if kind == Kind.APNS:
        url = settings.APNS_SANDBOX_URL if sandbox else settings.APNS_URL
    host, keys = urlsplit(url).hostname or "", {"sandbox": sandbox}
    return _push_register(
        player, token, kind=kind, url=address, host=host, keys=keys, receipts=receipts
    )


def is_available(kind: str) -> bool:
    """Whether this server has the keys that a kind of endpoint needs."""
    needed = {Kind.APNS: settings.APNS, Kind.FCM: settings.FCM}
    return Kind(kind) not in needed or needed[Kind(kind)] is not None


def push_kinds() -> list[dict[str, Any]]:
    """Serialise the kinds of push: whether this server has the keys, and for which app."""
    apps = {
        Kind.APNS: settings.APNS and settings.APNS.topic,
        Kind.FCM: settings.FCM and settings.FCM.project,
    }
    kinds = (kind for kind in Kind if kind != Kind.WEBHOOK)
    return [
        {"kind": kind.value, "available": is_available(kind), "app": apps.get(kind)}
        for kind in kinds
    ]


def _push_register(
    player: Player, token: str | None, *, url: str, host: str, keys: dict[str, Any], **about: Any
) -> Endpoint:
    """Register a device for push, or update its registration and enable it again.

    It belongs to the device that registers it, and to one player only: the last to register it.
    """
    Endpoint.objects.filter(channel=PUSH, url=url).exclude(player=player).delete()
    if not Endpoint.objects.filter(channel=PUSH, url=url).exists():
        _require_room(player, PUSH)
    device = Device.objects.filter(digest=token_digest(token)).first() if token else None
    fresh = about | {
        "device": device,
        "keys": msgspec.json.encode(keys).decode(),
        "disabled_at": None,
        "failing_since": None,
        "host": host,
    }
    made, _ = Endpoint.objects.update_or_create(
        player=player,
        channel=PUSH,
        url=url,
        defaults=fresh,
        create_defaults=fresh | {"created_at": timezone.now()},
    )
    return made


def webhook_register(*, player: Player, url: str) -> Endpoint:
    """Register a webhook URL; `keys` of the endpoint is the secret that signs our requests."""
    host = _reachable_host(url)
    own = Endpoint.objects.filter(player=player, channel=WEBHOOK)
    if own.filter(url=url).exists():
        raise Conflict("endpoint_registered")
    _require_room(player, WEBHOOK)
    return Endpoint.objects.create(
        player=player,
        channel=WEBHOOK,
        kind=Kind.WEBHOOK,
        url=url,
        host=host,
        keys=secret_new(),
        created_at=timezone.now(),
    )


def endpoint_remove(*, player: Player, channel: str, endpoint: str) -> None:
    """Delete an endpoint together with its pending deliveries."""
    endpoint_own(player, channel, endpoint).delete()


def endpoint_try(*, player: Player, channel: str, endpoint: str) -> Endpoint:
    """Enqueue a test delivery, one at a time; a disabled endpoint that accepts it is enabled."""
    found = endpoint_own(player, channel, endpoint)
    # First the quota: its row is locked until the commit, so a player's tests come one by one.
    quota_use(player=player, kind="endpoint_test", most=settings.ENDPOINT_TESTS_PER_DAY)
    tests = Delivery.objects.filter(endpoint=found, notice=None)
    if tests.filter(state=Delivery.State.WAITING).exists():
        raise Conflict("test_under_way")
    Delivery.objects.create(endpoint=found, channel=channel, at=timezone.now())
    transaction.on_commit(wake_outgoing)
    return found


def endpoints_of(player: Player, channel: str) -> QuerySet[Endpoint]:
    """Return a player's endpoints for a channel by id."""
    return Endpoint.objects.filter(player=player, channel=channel).order_by("id")


def endpoint_json(endpoint: Endpoint) -> dict[str, Any]:
    """Serialise an endpoint for its owner."""
    return {
        "id": endpoint.id,
        "kind": endpoint.kind,
        "url": endpoint.url,
        "receipts": endpoint.receipts,
        "created_at": timestamp(endpoint.created_at),
        "disabled_at": timestamp(endpoint.disabled_at) if endpoint.disabled_at else None,
        "tried_at": timestamp(endpoint.tried_at) if endpoint.tried_at else None,
        "answer": endpoint.answer or None,
    }


def endpoint_own(player: Player, channel: str, endpoint: str) -> Endpoint:
    """Return an endpoint of the player's own; raise NotFound if it is none."""
    found = Endpoint.objects.filter(player=player, channel=channel, id=endpoint).first()
    if found is None:
        raise NotFound("endpoint_not_found")
    return found


def _reachable_host(url: str) -> str:
    """Return the host of a URL, or refuse one that we never connect to."""
    try:
        return target_of(url).host
    except Unreachable:
        raise Unprocessable("endpoint_refused") from None


def _require_room(player: Player, channel: str) -> None:
    if Endpoint.objects.filter(player=player, channel=channel).count() >= MOST:
        raise Conflict("too_many_endpoints")


def _require_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that cannot be used for encryption."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        usable = len(_decoded(auth)) == AUTH_BYTES
    except ValueError:
        usable = False
    if not usable:
        raise Unprocessable("push_keys_unusable")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
