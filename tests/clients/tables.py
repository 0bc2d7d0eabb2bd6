"""Matches that the SDKs play, what their players report, and whether the log agrees."""

import json
from collections import Counter
from typing import Any
from urllib.request import urlopen

import msgspec

from verify import verified

Json = dict[str, Any]

PAUSE = 0.005
"""Seconds before a player repeats a request for the first time."""


class Table(msgspec.Struct):
    """A match to be played; a player resigns after so many moves."""

    game: str
    seats: int
    options: Json = {}
    most: int = 10_000


class PlayedSeat(msgspec.Struct):
    """What a player has seen, sent and kept."""

    seat: int
    seen: list[int]
    """The numbers of the events, as they came."""
    accepted: list[Json]
    """Each move with its receipt, in the order in which they were decided on."""
    refused: list[str]
    waiting: int
    stale: int
    restarts: int
    kept: list[Json]


class PlayedTable(msgspec.Struct):
    """A match that was played."""

    match: str
    game: str
    checks: list[str]
    """What the SDK has checked of the export."""
    players: list[PlayedSeat]


def exported(port: int, match_id: str) -> Json:
    """The export of a match, by another way than the SDKs'."""
    with urlopen(f"http://127.0.0.1:{port}/api/v1/matches/{match_id}/export") as answer:
        export: Json = json.load(answer)
    return export


def agrees(export: Json, played: PlayedTable) -> None:
    """No move is lost or doubled, no event was missed or seen twice, and all receipts hold."""
    events = export["events"]
    for player in played.players:
        assert player.seen == [*range(1, len(events) + 1)], "a stream had a gap"
        assert not player.waiting
        assert caused(events, player.seat, "player") == moves(player, "head"), "lost or doubled"
        sealed = Counter(map(str, moves(player, "digest")))
        assert Counter(map(str, caused(events, player.seat, "sealed"))) <= sealed
        assert len(player.kept) == len({one["signature"] for one in player.kept})
    first = played.players[0].kept
    verified(export, [first[0], first[-1]])


def caused(events: list[Json], seat: int, by: str) -> list[Json]:
    """The moves of a seat in the log."""
    causes = (event["cause"] for event in events if event["cause"])
    return [plain(one["move"]) for one in causes if (one["seat"], one["by"]) == (seat, by)]


def moves(player: PlayedSeat, kind: str) -> list[Json]:
    """The moves for which a player has a receipt of a kind: `head` played, `digest` sealed."""
    return [plain(one["move"]) for one in player.accepted if kind in one]


def plain(move: Json) -> Json:
    """A move without the fields that were left out, in one order."""
    return {name: move[name] for name in sorted(move) if move[name] is not None}
