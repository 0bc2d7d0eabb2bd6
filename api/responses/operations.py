"""Answers about the server."""

from typing import Literal

from msgspec import Struct

from api.requests.people import Locale
from api.responses.common import Hex, Time

Feature = Literal["passkeys", "play_by_mail", "push_apns", "push_fcm"]
"""Something that an operator may switch on.

passkeys: passkeys work at the server's address.
play_by_mail: the server reads answers to its mails.
push_apns: the server has keys for the Apple Push Notification service.
push_fcm: the server has keys for Firebase Cloud Messaging.
"""


class Key(Struct):
    """A key that receipts are signed with."""

    key_id: str
    """The id by which promises and receipts name the key."""
    algorithm: Literal["Ed25519"]
    """The signature scheme, always `Ed25519`."""
    public_key: Hex
    """The public key, 64 hexadecimal digits."""
    created_at: Time
    """When the key was made, in UTC."""
    retired_at: Time | None
    """Since when nothing is signed with it; null for the current key."""


class Keys(Struct):
    """All keys of the server, past ones included."""

    keys: list[Key]
    """The keys, the current one first."""


class Limits(Struct):
    """The limits of the server."""

    body_bytes: int
    """The most bytes in the body of a request."""
    page: int
    """The most entries in a page of a list, the greatest `limit`."""
    message_characters: int
    """The most characters in a message at a table."""
    streams: int
    """The most streams that an account may have open."""


class Rate(Struct):
    """A rate limit: so many requests within a time."""

    name: str
    """The rate as the headers RateLimit-Policy and RateLimit name it."""
    requests: int
    """So many requests."""
    seconds: int
    """In so many seconds."""


class Server(Struct):
    """The server: its version, features and limits."""

    version: str
    """The version of the server."""
    minimum_client: str | None
    """The oldest version of the operator's apps that should still be used; null: any."""
    locales: list[Locale]
    """The languages of texts for people."""
    features: list[Feature]
    """What this server offers beyond what every server does; more may come."""
    limits: Limits
    """The limits of the server."""
    rates: list[Rate]
    """The rates that requests count on; empty where none is limited."""
