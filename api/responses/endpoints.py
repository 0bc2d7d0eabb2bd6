"""Answers about endpoints for notifications: browsers, phones and webhooks."""

from typing import Literal

from msgspec import Struct

from api.requests.notices import PushKind
from api.responses.common import Page, Time

EndpointKind = Literal["web", "unifiedpush", "apns", "fcm", "webhook"]
"""How an endpoint is reached.

web: By Web Push, to a browser.
unifiedpush: By Web Push, to an Android phone with a UnifiedPush distributor.
apns: By the Apple Push Notification service.
fcm: By Firebase Cloud Messaging, to an Android phone.
webhook: By a signed HTTP request, to a program.
"""


class EndpointShown(Struct):
    """A browser, a phone or a webhook of yours that notices are sent to."""

    id: str
    """The id, to test or remove it by."""
    kind: EndpointKind
    """How it is reached."""
    url: str
    """The address that notices are sent to; with `apns` and `fcm` the token of the phone."""
    receipts: bool
    """Whether the device reports which notifications it has shown."""
    created_at: Time
    """When it was registered, in UTC."""
    disabled_at: Time | None
    """Since when nothing is sent to a webhook, because it answered 410 or has failed for days; null
    while it is in use. A device that is gone is removed instead."""
    tried_at: Time | None
    """When something was sent there last, in UTC; null before the first time."""
    answer: str | None
    """The result of the last try, in a few words for people; null before the first."""


class PushKindShown(Struct):
    """Whether this server can notify devices of a kind."""

    kind: PushKind
    """How the device is reached."""
    available: bool
    """Whether the server has the keys that it needs; if not, registering is refused with 422."""
    app: str | None
    """The app that it reaches: the topic of `apns`, the Firebase project of `fcm`; else null."""


class PushList(Page):
    """A page of browsers and phones, the latest first."""

    results: list[EndpointShown]
    """The devices of this page."""
    kinds: list[PushKindShown]
    """The kinds of device that there are, and whether this server can notify them."""
    vapid_key: str
    """The server's key for `PushManager.subscribe`, its `applicationServerKey`, in base64url."""


class DeliveryReceipt(Struct):
    """The receipts of a device for a notification."""

    id: str
    """The id of the notification."""
    delivered_at: Time
    """When it was first reported as shown, in UTC."""
    opened_at: Time | None
    """When it was first reported as opened, in UTC; null before."""


class WebhookList(Page):
    """A page of webhooks, the latest first."""

    results: list[EndpointShown]
    """The webhooks of this page."""


class WebhookMade(EndpointShown):
    """A webhook that was registered, with its secret."""

    secret: str
    """The key that signs notices to this webhook; store it, as it is sent only here."""
