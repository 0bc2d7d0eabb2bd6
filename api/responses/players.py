"""Answers about other players."""

from typing import Literal

from msgspec import Struct

from api.responses.common import PlayerShown, Time
from api.responses.matches import Reliability

ShunKind = Literal["block", "mute"]


class Score(Struct):
    """Matches that were played to the end, and those against bots alone that one called off;
    `resigned`: how many of them one has left; `ranks`: how often one came in at each place, from
    `1`."""

    played: int
    won: int
    resigned: int
    ranks: dict[str, int]


class GameRecord(Struct):
    """Matches of one game that were played to the end: all, those with other people, and those
    against bots alone."""

    played: int
    won: int
    people: Score
    bots: Score


class HeadToHead(Struct):
    """How often you came in ahead of a player, behind them, or level; partners do not count."""

    ahead: int
    behind: int
    level: int


class PublicProfile(PlayerShown):
    """A player as all may know them; `created_at` is to the day, `record` by game, and so is
    `head_to_head`: how you did against them, null if you are not signed in or it is you."""

    guest: bool
    created_at: Time
    record: dict[str, GameRecord]
    head_to_head: dict[str, HeadToHead] | None
    reliability: Reliability | None


class BlockShown(Struct):
    """Whether you block and mute a player."""

    blocked: bool
    muted: bool


class BlockedPlayer(Struct):
    """A player whom you have blocked or muted."""

    player: PlayerShown
    kind: ShunKind
    at: Time


class BlockList(Struct):
    """A page of them, the latest first."""

    results: list[BlockedPlayer]
    next: str | None


class Reported(Struct):
    """The complaint has been kept for an administrator."""

    at: Time
