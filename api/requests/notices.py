"""Bodies of requests about endpoints for notifications."""

from typing import Annotated, Any

from msgspec import Meta, field

from api.requests.common import Form
from games.contract import Text
from games.malformed import form

Url = Annotated[
    str,
    form(
        r"^https?://[\x21-\x7e]+$(?!\n)",
        Text(
            "une adresse https:// en ASCII, sans espaces", "an https:// address in ASCII, no spaces"
        ),
        max_length=1000,
        examples=["https://example.org/gobelet"],
    ),
]
"""In ASCII, as a browser would send it."""
Key = Annotated[
    str,
    form(
        r"^[A-Za-z0-9_-]{16,128}={0,2}$(?!\n)",
        Text("une clé en base64url", "a key in base64url"),
        max_length=130,
    ),
]


class PushKeys(Form, frozen=True):
    """What to encrypt with for a browser, in base64url."""

    p256dh: Annotated[
        Key,
        Meta(
            examples=[
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
                "iw4"
            ]
        ),
    ]
    """The browser's public key, in base64url."""
    auth: Annotated[Key, Meta(examples=["BTBZMqHH6r4Tts7J_aSIgg"])]
    """The browser's authentication secret, in base64url."""


class NewPush(Form, frozen=True):
    """A browser, as its PushSubscription says it in JSON."""

    endpoint: Url
    """The address at the browser's push service that messages are sent to."""
    keys: PushKeys
    """The keys that messages to this browser are encrypted with."""
    expiration_time: Any = field(name="expirationTime", default=None)
    """Ignored: the push service reports a browser that is gone when a message is sent."""


class NewWebhook(Form, frozen=True):
    """A webhook to be registered."""

    url: Url
    """The address that notices are posted to: https, and reachable by the public."""


class Trial(Form, frozen=True):
    """An empty object: the operation has no parameters."""
