"""Programs that play whole matches on a generated client, and what must be true of the matches."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from games.registry import RESERVED, all_games
from tests.project.clients.schemas import NEW_GAME, NEW_KIND
from tests.support.npm import run
from verify import verified

Json = dict[str, Any]
Play = Callable[..., list[Json]]
"""Plays a match of each game named and returns their summaries."""

CLIENTS = Path(__file__).parent
OPTIONS = {"bonbons": {"quick": True}}
"""Options of the matches that are played, where they make one shorter."""


def player(server: str, folder: Path, *program: str | Path, **environment: str) -> Play:
    """What plays with a program of this folder."""

    def play(*games: str) -> list[Json]:
        wanted = {game: OPTIONS.get(game, {}) for game in games}
        told = run(*program, server, json.dumps(wanted), cwd=folder, **environment)
        summaries: list[Json] = json.loads(told)
        assert [summary["game"] for summary in summaries] == list(games)
        return summaries

    return play


def plays_everything(server: str, play: Play) -> None:
    """Each game is played to its end, all at once, its whole history is read, and what the client
    kept agrees with the export."""
    for summary in play(*all_games()):
        _was_read_to_its_end(summary)
        assert len(summary["told"]) == 2, "match_started and match_finished are understood"
        assert "given" in verified(_exported(server, summary), _some(summary["kept"])).told[1]
        assert not summary.get("unknown")
        assert summary["from_text"] == 0


def survives(play: Play) -> tuple[Json, Json]:
    """A match with events of a kind that the client does not know, and one of a game that it does
    not know, are played and read to their ends; the second from its text alone."""
    kind, game = play("ciaociao", NEW_GAME)
    for summary in (kind, game):
        _was_read_to_its_end(summary)
    assert NEW_KIND in kind["kinds"]
    assert kind["from_text"] == 0
    assert game["from_text"] == game["moves"] > 0
    return kind, game


def tells_what_is_new(kind: Json, game: Json) -> None:
    """Every event that the older schema does not name is an unknown event, and no other is."""
    assert kind["unknown"] == [NEW_KIND]
    assert set(game["unknown"]) == set(game["kinds"]) - RESERVED


def _was_read_to_its_end(summary: Json) -> None:
    assert summary["outcome"]["winners"], summary
    assert summary["read"] == summary["version"]


def _exported(server: str, summary: Json) -> Json:
    """The export of a match that was played."""
    with urlopen(f"{server}/api/v1/matches/{summary['match']}/export") as answer:
        export: Json = json.load(answer)
    return export


def _some(kept: list[Json]) -> list[Json]:
    """The first promise and the last receipt of what a client kept."""
    return [kept[0], kept[-1]]
