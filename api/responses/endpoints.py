"""Answers about endpoints for notifications: browsers and webhooks."""

from msgspec import Struct

from api.responses.common import Time


class EndpointShown(Struct):
    """An address of yours; `answer` is what came of the last try, `disabled_at` since when nothing
    is sent there any more because it answered 410."""

    id: str
    url: str
    created_at: Time
    disabled_at: Time | None
    tried_at: Time | None
    answer: str | None


class PushList(Struct):
    """A page of browsers; `vapid_key` is what they subscribe with (`applicationServerKey`)."""

    results: list[EndpointShown]
    next: str | None
    vapid_key: str


class WebhookList(Struct):
    """A page of machines."""

    results: list[EndpointShown]
    next: str | None


class WebhookMade(EndpointShown):
    """An address that was registered, and the secret that proves our messages; it is told only
    here."""

    secret: str
