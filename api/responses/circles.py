"""Answers about friends and circles."""

from typing import Literal

from msgspec import Struct

from api.responses.common import Page, PlayerShown, Time

FriendState = Literal["friends", "asked", "asks_you"]
"""How you and a player stand.

friends: You are friends.
asked: You have asked the player, who has not answered.
asks_you: The player asks you; ask them to accept, remove them to decline.
"""


class Friend(Struct):
    """A friend of yours, or a request."""

    player: PlayerShown
    """The other player."""
    state: FriendState
    """Whether you are friends, or who has asked."""
    at: Time
    """Since when, in UTC."""


class FriendList(Page):
    """A page of friends and requests, the latest first."""

    results: list[Friend]
    """The friends and requests of this page."""


class CircleSummary(Struct):
    """A circle in short."""

    id: str
    """The id of the circle."""
    name: str
    """Its name."""
    owner: PlayerShown
    """Its owner, who admits and removes members."""
    created_at: Time
    """When it was opened, in UTC."""


class CircleList(Page):
    """A page of your circles, the last joined first."""

    results: list[CircleSummary]
    """The circles of this page."""


class CircleMember(Struct):
    """A member of a circle."""

    player: PlayerShown
    """The player."""
    joined_at: Time
    """Since when they are in the circle, in UTC."""


class Circle(CircleSummary):
    """A circle with its members."""

    has_link: bool
    """Whether a link admits new members."""
    members: list[CircleMember]
    """Its members, the first to join first; at most 50."""


class CircleLink(Struct):
    """A link that admits new members; it is sent only here."""

    invite: str
    """The secret, for `POST circles/{circle}/join`."""
    url: str
    """The link to send to people, with the secret after `#`."""


class CircleStanding(Struct):
    """How a member has done at the circle's tables."""

    player: PlayerShown
    """The member."""
    points: int
    """120 for each table won, 0 for a last place, in equal steps between; a tie shares the mean."""
    played: int
    """How many tables were played to the end."""
    won: int
    """How many of them were won."""


class CircleStandings(Struct):
    """The members who have finished a table of the circle, the best first."""

    results: list[CircleStanding]
    """The members."""
