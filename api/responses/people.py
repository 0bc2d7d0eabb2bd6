"""Answers about the caller's account."""

from typing import Any, Literal

from msgspec import Struct

from api.requests.people import Locale
from api.responses.circles import FriendState
from api.responses.common import Page, Time
from api.responses.endpoints import EndpointShown
from api.responses.matches import MatchSettings, Outcome
from api.responses.players import BlockKind, GameRecord, HeadToHead
from api.responses.ratings import RatingShown
from api.responses.sign_in import Account, App, Grant, Passkey
from events.players.profile import Notifications, QuietHours, Vacation

EndpointChannel = Literal["push", "webhook"]
"""How notices are sent to an endpoint.

push: By a push message, to a browser or a phone.
webhook: By a signed HTTP request, to a program.
"""


class Banner(Struct):
    """Something that you should know about your account."""

    code: Literal["email_bounced"]
    """What it is: always `email_bounced`, mails to your address are returned."""
    since: Time
    """Since when, in UTC."""
    text: str
    """What to do, a sentence for people in your language."""


class Profile(Account):
    """Your account with all settings."""

    email: str | None
    """Your confirmed address; null for a guest."""
    locale: Locale
    """The language of mails and notices."""
    time_zone: str
    """The IANA name of your time zone, such as Europe/Paris."""
    quiet_hours: QuietHours | None
    """The daily hours without notices, into which no deadline falls; null for none."""
    vacation: Vacation | None
    """The present or next vacation; null for none."""
    automatic_vacation: bool
    """Whether vacation is used automatically when your time for an answer is up."""
    vacation_left_seconds: int
    """How much vacation you have left this year, in seconds."""
    notifications: Notifications
    """By occasion, how soon each channel tells you."""
    reminders: list[int]
    """How many seconds before a deadline you are reminded, beside the usual reminder."""
    banners: list[Banner]
    """What to show you about your account until it is settled."""
    created_at: Time
    """When the account was made, in UTC."""


class Device(Struct):
    """A signed-in device of yours."""

    id: str
    """The id, to sign the device out by."""
    device: str
    """The name of the device."""
    created_at: Time
    """When it signed in, in UTC."""
    seen_at: Time
    """When it was used last, to the minute, in UTC."""
    expires_at: Time
    """When its token expires if it is not used, in UTC."""
    current: bool
    """Whether it is the device that asks."""


class DeviceList(Page):
    """A page of devices, the latest first."""

    results: list[Device]
    """The devices of this page."""


class PlayedMatch(MatchSettings):
    """A match that you had a seat in; its events are at `matches/{id}/events`."""

    seat: int
    """The number of your seat, from 0."""
    joined_at: Time | None
    """When you took the seat, in UTC; null where that was not recorded."""
    started_at: Time | None
    """When the match started, in UTC; null before."""
    finished_at: Time | None
    """When the match ended or was cancelled, in UTC; null before."""
    rank: int | None
    """Your place in the result, from 1; null before the end and in a cancelled match."""
    outcome: Outcome | None
    """The result; null before the end and in a cancelled match."""


class OwnMessage(Struct):
    """A message that you wrote at a table."""

    match: str
    """The id of the match."""
    text: str
    """What you wrote."""
    at: Time
    """When, in UTC."""


class OwnBlock(Struct):
    """A player whom you have blocked or muted."""

    player: str
    """The id of the player."""
    kind: BlockKind
    """Whether the player is blocked or muted."""
    at: Time
    """Since when, in UTC."""


class OwnInvitation(Struct):
    """An invitation that you were sent."""

    match: str
    """The id of the match."""
    player: str | None
    """The id of the player who invited you; null once they have deleted their account."""
    at: Time
    """When, in UTC."""


class OwnFriend(Struct):
    """A friend of yours, or a request."""

    player: str
    """The id of the other player."""
    state: FriendState
    """Whether you are friends, or who has asked."""
    at: Time
    """Since when, in UTC."""


class OwnCircle(Struct):
    """A circle that you are in."""

    circle: str
    """The id of the circle."""
    name: str
    """Its name."""
    owner: bool
    """Whether it is yours."""
    at: Time
    """When you joined it, in UTC."""


class EnteredCup(Struct):
    """A cup that you have entered."""

    cup: str
    """The id of the cup."""
    number: int
    """Your number there."""
    left: bool
    """Whether you have left it."""


class OrganisedCup(Struct):
    """A cup that you have opened."""

    cup: str
    """The id of the cup."""
    name: str
    """Its name."""
    at: Time
    """When you opened it, in UTC."""


class JoinedLeague(Struct):
    """A league that you have signed up for."""

    league: str
    """The key of the league."""
    at: Time
    """When you signed up, in UTC."""


class OwnReport(Struct):
    """A report that you have made."""

    player: str
    """The id of the player whom you reported."""
    match: str | None
    """The id of the match where it happened; null if it was in none."""
    reason: str
    """What you wrote."""
    at: Time
    """When, in UTC."""


class OwnEndpoint(EndpointShown):
    """A browser, a phone or a webhook of yours."""

    channel: EndpointChannel
    """How notices are sent there."""


class Opponent(HeadToHead):
    """Your results against one player in one game."""

    player: str
    """The id of the player."""
    game: str
    """The key of the game."""


class OwnData(Struct):
    """Everything that is stored about you."""

    profile: Profile
    """Your account with all settings."""
    calendar: dict[str, Any]
    """Quiet hours with the time when they were set, time off, and vacation used."""
    devices: list[Device]
    """Your signed-in devices."""
    passkeys: list[Passkey]
    """Your passkeys."""
    apps: list[App]
    """The apps that you have registered."""
    grants: list[Grant]
    """The apps that you have authorised."""
    matches: list[PlayedMatch]
    """The matches that you had a seat in."""
    messages: list[OwnMessage]
    """What you wrote at tables."""
    invitations: list[OwnInvitation]
    """The invitations that you were sent."""
    blocks: list[OwnBlock]
    """The players whom you have blocked or muted."""
    friends: list[OwnFriend]
    """Your friends, and requests of either side."""
    circles: list[OwnCircle]
    """The circles that you are in."""
    cups: list[EnteredCup]
    """The cups that you have entered, divisions of leagues included."""
    organised: list[OrganisedCup]
    """The cups that you have opened."""
    leagues: list[JoinedLeague]
    """The leagues that you have signed up for."""
    reports: list[OwnReport]
    """The reports that you have made."""
    endpoints: list[OwnEndpoint]
    """Your browsers, phones and webhooks."""
    record: dict[str, GameRecord]
    """Your results by the game's key."""
    ratings: list[RatingShown]
    """Your ratings by game and class of tables."""
    opponents: list[Opponent]
    """Your results against each player, by game."""
