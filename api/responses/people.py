"""Answers about the caller's account."""

from typing import Any, Literal

from msgspec import Struct

from api.requests.people import Locale
from api.responses.common import PlayerShown, Time
from api.responses.endpoints import EndpointShown
from api.responses.matches import Outcome
from api.responses.players import GameRecord, HeadToHead
from events.players.profile import Notifications, QuietHours, Vacation


class Account(PlayerShown):
    """One's own account."""

    guest: bool


class SignedIn(Struct):
    """A token for this device; it is told only once."""

    token: str
    expires_at: Time
    player: Account


class CodeSent(Struct):
    """A code is on its way, which works only with this nonce; the same for every address."""

    nonce: str
    expires_at: Time
    expires_in_seconds: int


class Banner(Struct):
    """Something that one should know about one's account, in words for people to read."""

    code: Literal["email_bounced"]
    since: Time
    text: str


class Profile(Account):
    """All that one has said of oneself."""

    email: str | None
    locale: Locale
    time_zone: str
    quiet_hours: QuietHours | None
    vacation: Vacation | None
    automatic_vacation: bool
    vacation_left_seconds: int
    notifications: Notifications
    reminders: list[int]
    banners: list[Banner]
    created_at: Time


class Device(Struct):
    """A signed-in device; `seen_at` is true to the minute."""

    id: str
    device: str
    created_at: Time
    seen_at: Time
    expires_at: Time
    current: bool


class DeviceList(Struct):
    """A page of devices."""

    results: list[Device]
    next: str | None


class PlayedMatch(Struct):
    """A match that one had a seat in; its events are at `matches/{id}/events`."""

    id: str
    game: str
    ruleset: str
    status: str
    visibility: str
    options: dict[str, Any]
    seat: int
    joined_at: Time | None
    started_at: Time | None
    finished_at: Time | None
    rank: int | None
    outcome: Outcome | None


class OwnMessage(Struct):
    """Something that one has said at a table."""

    match: str
    text: str
    at: Time


class OwnBlock(Struct):
    """A player whom one has blocked or muted."""

    player: str
    kind: str
    at: Time


class OwnInvitation(Struct):
    """An invitation that one got, and from whom; null once they have left for good."""

    match: str
    player: str | None
    at: Time


class OwnReport(Struct):
    """A complaint that one has made."""

    player: str
    match: str | None
    reason: str
    at: Time


class OwnEndpoint(EndpointShown):
    """A browser or a machine that is told what one is."""

    channel: Literal["push", "webhook"]


class Opponent(HeadToHead):
    """A player whom one has met at the end of matches of one game."""

    player: str
    game: str


class OwnData(Struct):
    """Everything that is kept about one person."""

    profile: Profile
    calendar: dict[str, Any]
    """Quiet hours with the time when they were set, time off, and vacation used."""
    devices: list[Device]
    matches: list[PlayedMatch]
    messages: list[OwnMessage]
    invitations: list[OwnInvitation]
    blocks: list[OwnBlock]
    reports: list[OwnReport]
    endpoints: list[OwnEndpoint]
    record: dict[str, GameRecord]
    opponents: list[Opponent]
