"""Answers about endpoints for notifications: browsers and webhooks."""

from msgspec import Struct

from api.responses.common import Page, Time


class EndpointShown(Struct):
    """A browser or a webhook of yours that notices are sent to."""

    id: str
    """The id, to test or remove it by."""
    url: str
    """The address that notices are sent to."""
    created_at: Time
    """When it was registered, in UTC."""
    disabled_at: Time | None
    """Since when nothing is sent there, because it answered 410; null while it is in use."""
    tried_at: Time | None
    """When something was sent there last, in UTC; null before the first time."""
    answer: str | None
    """What came of the last try, in a few words for people; null before the first."""


class PushList(Page):
    """A page of browsers, the latest first."""

    results: list[EndpointShown]
    """The browsers of this page."""
    vapid_key: str
    """The server's key for `PushManager.subscribe`, its `applicationServerKey`, in base64url."""


class WebhookList(Page):
    """A page of webhooks, the latest first."""

    results: list[EndpointShown]
    """The webhooks of this page."""


class WebhookMade(EndpointShown):
    """A webhook that was registered, with its secret."""

    secret: str
    """The key that signs notices to this webhook; store it, as it is sent only here."""
