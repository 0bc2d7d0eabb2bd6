"""Bodies of requests about the caller's account."""

import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from api.requests.common import Address, Form, Name
from events.players.profile import Clock, Pace, Reminders
from games.contract import Text
from games.malformed import form

Locale = Literal["fr", "en"]
"""The language of texts for people.

fr: French.
en: English.
"""
LanguageTag = Annotated[str, Meta(min_length=2, max_length=35)]
TimeZone = Annotated[str, Meta(max_length=64)]
Device = Annotated[
    str,
    form(
        r"^[^\x00-\x1f\x7f\ud800-\udfff]*$(?!\n)",
        Text("une ligne, sans caractères de contrôle", "one line, without control characters"),
        min_length=1,
        max_length=120,
    ),
]


class NewGuest(Form, frozen=True):
    """A guest to be created."""

    name: Name | None = None
    """The name that other players see; left out, the server chooses one."""
    locale: LanguageTag | None = None
    """The language of mails and notices, `fr` or `en`, or a tag that begins with it, such as
    `fr-CA`; by default that of `Accept-Language`."""
    time_zone: TimeZone | None = None
    """A name of the IANA time zone database, such as Europe/Paris; by default UTC."""
    device: Device | None = None
    """The name of this device in the list of devices; by default the User-Agent."""


class CodeRequest(Form, frozen=True):
    """Where to send a code."""

    email: Address
    """The address that the code is mailed to."""


class CodeProof(Form, frozen=True):
    """The code that was mailed to an address, with the nonce of the request for it."""

    email: Address
    """The address that the code was mailed to."""
    code: Annotated[
        str,
        form(
            r"^ *[0-9]{6} *$(?!\n)",
            Text("les six chiffres du mail", "the six digits of the mail"),
            max_length=20,
        ),
    ]
    """The six digits of the mail; spaces around them are ignored."""
    nonce: Annotated[
        str,
        form(
            r"^[A-Za-z0-9_-]{32}$(?!\n)",
            Text("le `nonce` de la réponse d’auth/email", "the `nonce` that auth/email answered"),
            max_length=32,
            examples=["3Zr0bG1wVt9sQe7yKpXn5cLhA2uD_f8M"],
        ),
    ]
    """`nonce` of the answer to `POST auth/email`."""
    time_zone: TimeZone | None = None
    """A name of the IANA time zone database, such as Europe/Paris, for an account that is created;
    by default UTC."""
    device: Device | None = None
    """The name of this device in the list of devices; by default the User-Agent."""


class QuietHoursChanges(Form, frozen=True):
    """Changes to quiet hours."""

    from_: Clock | UnsetType = field(name="from", default=UNSET)
    """When they begin each day, HH:MM in your time zone."""
    until: Clock | UnsetType = UNSET
    """When they end, HH:MM in your time zone; before `from` means on the next day."""


class VacationChanges(Form, frozen=True):
    """Changes to a vacation."""

    from_: datetime.date | UnsetType = field(name="from", default=UNSET)
    """The first day, in your time zone."""
    until: datetime.date | UnsetType = UNSET
    """The last day, in your time zone."""


class ChannelsChanges(Form, frozen=True):
    """Changes to how soon each channel notifies you."""

    email: Pace | UnsetType = UNSET
    """How soon to send an e-mail."""
    push: Pace | UnsetType = UNSET
    """How soon to notify your browsers and phones."""
    webhook: Pace | UnsetType = UNSET
    """How soon to post to your webhooks."""


class NotificationsChanges(Form, frozen=True):
    """Changes to how soon you are notified of each kind of event."""

    your_turn: ChannelsChanges | UnsetType = UNSET
    """When a match waits for you."""
    match_started: ChannelsChanges | UnsetType = UNSET
    """When one of your matches starts."""
    match_finished: ChannelsChanges | UnsetType = UNSET
    """When one of your matches ends."""
    invited: ChannelsChanges | UnsetType = UNSET
    """When you are invited to a match."""
    deadline_near: ChannelsChanges | UnsetType = UNSET
    """When most of your time for an answer is gone."""
    timed_out: ChannelsChanges | UnsetType = UNSET
    """When you have not answered in time."""
    message: ChannelsChanges | UnsetType = UNSET
    """When a player writes at one of your tables."""
    cup_started: ChannelsChanges | UnsetType = UNSET
    """When a cup or season that you are in starts, and you have no table yet."""
    cup_ended: ChannelsChanges | UnsetType = UNSET
    """When a cup or season that you are in ends."""


class ProfileChanges(Form, frozen=True):
    """A merge patch (RFC 7396): what is left out stays, null takes away."""

    name: Name | UnsetType = UNSET
    """The name that other players see."""
    locale: LanguageTag | UnsetType = UNSET
    """The language of mails and notices, `fr` or `en`, or a tag that begins with it, such as
    `fr-CA`."""
    time_zone: TimeZone | UnsetType = UNSET
    """A name of the IANA time zone database, such as Europe/Paris."""
    quiet_hours: QuietHoursChanges | UnsetType | None = UNSET
    """The daily hours without notices, into which no deadline falls; null for none."""
    vacation: VacationChanges | UnsetType | None = UNSET
    """The days on which clocks stop for you; null to end or cancel the vacation."""
    automatic_vacation: bool | UnsetType = UNSET
    """Whether vacation hours are used automatically when the player's time is up."""
    notifications: NotificationsChanges | UnsetType = UNSET
    """By occasion, how soon each channel tells you."""
    reminders: Reminders | UnsetType = UNSET
    """How many seconds before a deadline to send reminders, beside the usual one."""
