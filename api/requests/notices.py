"""Bodies of requests about endpoints for notifications."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from api.requests.common import Form, Id
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


PushKind = Literal["web", "unifiedpush", "apns", "fcm"]
"""How a device is reached.

web: By Web Push, to a browser.
unifiedpush: By Web Push, to an Android phone with a UnifiedPush distributor.
apns: By the Apple Push Notification service.
fcm: By Firebase Cloud Messaging, to an Android phone.
"""
ReceiptState = Literal["delivered", "opened"]
"""The state of a notification on the device.

delivered: The device has shown it.
opened: The player has opened it.
"""
PhoneToken = Annotated[
    str,
    form(
        r"^[A-Za-z0-9_:-]{16,1000}$(?!\n)",
        Text("le jeton de l’appareil chez APNs ou FCM", "the device’s token at APNs or FCM"),
        max_length=1000,
        examples=["740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad"],
    ),
]


class PushKeys(Form, frozen=True):
    """The keys that messages to a browser are encrypted with, in base64url."""

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
    """A browser, as its PushSubscription says it in JSON, or a phone."""

    kind: PushKind | None = None
    """How the device is reached; `web` if left out."""
    endpoint: Url | None = None
    """The URL at a push service that messages are sent to; required with `web`, `unifiedpush`."""
    keys: PushKeys | None = None
    """The keys that messages are encrypted with; required with `web` and `unifiedpush`."""
    token: PhoneToken | None = None
    """The token that the service gave to the app, of APNs in hex; required with `apns`, `fcm`."""
    sandbox: bool | None = None
    """Whether the token of `apns` is of its development environment; by default it is not."""
    receipts: bool | None = None
    """Whether the app reports which notifications it has shown; by default it does not."""
    expiration_time: Any = field(name="expirationTime", default=None)
    """Ignored: the push service reports a browser that is gone when a message is sent."""


class NewReceipt(Form, frozen=True):
    """A delivery receipt: the state of a notification on the device."""

    id: Id
    """The `id` in the payload of the notification."""
    state: ReceiptState
    """Whether it was shown or opened."""


class NewWebhook(Form, frozen=True):
    """A webhook to be registered."""

    url: Url
    """The address that notices are posted to: https, and reachable by the public."""


class Trial(Form, frozen=True):
    """An empty object: the operation has no parameters."""
