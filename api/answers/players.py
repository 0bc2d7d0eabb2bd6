"""What one is told of other players."""

from typing import Literal

from msgspec import Struct

from api.answers.common import PlayerShown, Time

ShunKind = Literal["block", "mute"]


class GameRecord(Struct):
    """Matches of one game that were played to the end."""

    played: int
    won: int


class PublicProfile(PlayerShown):
    """A player as anybody may know them; `created_at` is to the day, `record` by game."""

    guest: bool
    created_at: Time
    record: dict[str, GameRecord]


class ShunnedShown(Struct):
    """Whether you block and mute somebody."""

    blocked: bool
    muted: bool


class ShunnedPlayer(Struct):
    """Somebody whom you have blocked or muted."""

    player: PlayerShown
    kind: ShunKind
    at: Time


class ShunnedList(Struct):
    """A page of them, the latest first."""

    results: list[ShunnedPlayer]
    next: str | None


class Reported(Struct):
    """The complaint has been kept for an administrator."""

    at: Time
