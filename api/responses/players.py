"""Answers about other players."""

from typing import Literal

from msgspec import Struct

from api.responses.common import Page, PlayerShown, Time
from api.responses.matches import Reliability
from api.responses.ratings import RatingShown

BlockKind = Literal["block", "mute"]
"""What a player does about another one.

block: Neither meet them at a table nor read what they write.
mute: Do not read what they write.
"""


class Score(Struct):
    """Results in matches played to the end, and in matches against bots that were called off."""

    played: int
    """How many matches there are."""
    won: int
    """How many of them were won."""
    resigned: int
    """How many of them were left before the end."""
    ranks: dict[str, int]
    """How often each place was reached, by place from `1`."""


class GameRecord(Struct):
    """Results in one game."""

    played: int
    """How many matches there are."""
    won: int
    """How many of them were won."""
    people: Score
    """Results in matches with other people."""
    bots: Score
    """Results in matches against bots alone."""


class HeadToHead(Struct):
    """How often you ranked ahead of a player, behind them, or level; partners do not count."""

    ahead: int
    """How often you ranked ahead."""
    behind: int
    """How often you ranked behind."""
    level: int
    """How often you shared a place."""


class PublicProfile(PlayerShown):
    """A player as everyone may know them."""

    guest: bool
    """Whether the player has no account with an address."""
    created_at: Time
    """The day on which the player first played, as its beginning in UTC."""
    record: dict[str, GameRecord]
    """Results by the game's key."""
    ratings: list[RatingShown]
    """Ratings by game and class of tables; none before a first match has counted."""
    head_to_head: dict[str, HeadToHead] | None
    """Your results against the player by the game's key; null without a token, and for yourself."""
    reliability: Reliability | None
    """How the player keeps time; null before their first turn has counted."""


class BlockShown(Struct):
    """Whether you block and mute a player."""

    blocked: bool
    """Whether you block the player."""
    muted: bool
    """Whether you mute the player."""


class BlockedPlayer(Struct):
    """A player whom you have blocked or muted."""

    player: PlayerShown
    """The player."""
    kind: BlockKind
    """Whether the player is blocked or muted."""
    at: Time
    """Since when, in UTC."""


class BlockList(Page):
    """A page of blocked and muted players, the latest first."""

    results: list[BlockedPlayer]
    """The players of this page."""


class Reported(Struct):
    """A report that was kept for the administrators."""

    at: Time
    """When it was made, in UTC."""
