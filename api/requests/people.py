"""Bodies of requests about the caller's account."""

import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from api.requests.common import Address, Form, Name
from events.players.profile import Clock, Pace, Reminders
from games.contract import Text
from games.malformed import form

Locale = Literal["fr", "en"]
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
    """Who wants to play at once."""

    name: Name | None = None
    locale: Locale | None = None
    device: Device | None = None
    """The name of this device in the list of devices; by default the User-Agent."""


class CodeRequest(Form, frozen=True):
    """Where to send a code."""

    email: Address


class CodeProof(Form, frozen=True):
    """The code that was mailed to an address, with the nonce of who asked for it."""

    email: Address
    code: Annotated[
        str,
        form(
            r"^ *[0-9]{6} *$(?!\n)",
            Text("les six chiffres du mail", "the six digits of the mail"),
            max_length=20,
        ),
    ]
    nonce: Annotated[
        str,
        form(
            r"^[A-Za-z0-9_-]{32}$(?!\n)",
            Text("le `nonce` de la réponse d’auth/email", "the `nonce` that auth/email answered"),
            max_length=32,
            examples=["3Zr0bG1wVt9sQe7yKpXn5cLhA2uD_f8M"],
        ),
    ]
    device: Device | None = None


class QuietHoursChanges(Form, frozen=True):
    """Changes to quiet hours."""

    from_: Clock | UnsetType = field(name="from", default=UNSET)
    until: Clock | UnsetType = UNSET


class VacationChanges(Form, frozen=True):
    """Changes to a vacation."""

    from_: datetime.date | UnsetType = field(name="from", default=UNSET)
    until: datetime.date | UnsetType = UNSET


class ChannelsChanges(Form, frozen=True):
    """Changes to how soon each channel tells of something."""

    email: Pace | UnsetType = UNSET
    push: Pace | UnsetType = UNSET
    webhook: Pace | UnsetType = UNSET


class NotificationsChanges(Form, frozen=True):
    """Changes to how soon one is told of what."""

    your_turn: ChannelsChanges | UnsetType = UNSET
    match_started: ChannelsChanges | UnsetType = UNSET
    match_finished: ChannelsChanges | UnsetType = UNSET
    invited: ChannelsChanges | UnsetType = UNSET
    deadline_near: ChannelsChanges | UnsetType = UNSET
    timed_out: ChannelsChanges | UnsetType = UNSET
    message: ChannelsChanges | UnsetType = UNSET


class ProfileChanges(Form, frozen=True):
    """A merge patch (RFC 7396): what is left out stays, null takes away."""

    name: Name | UnsetType = UNSET
    locale: Locale | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64)] | UnsetType = UNSET
    """A name of the IANA time zone database, such as Europe/Paris."""
    quiet_hours: QuietHoursChanges | UnsetType | None = UNSET
    vacation: VacationChanges | UnsetType | None = UNSET
    automatic_vacation: bool | UnsetType = UNSET
    """Whether vacation hours are used automatically when the player's time is up."""
    notifications: NotificationsChanges | UnsetType = UNSET
    reminders: Reminders | UnsetType = UNSET
    """How many seconds before a deadline to send reminders, beside the usual one."""
