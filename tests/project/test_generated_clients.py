"""Clients generated from the running server's own schema play whole matches of every game.

Kotlin and Swift sources are generated and looked at where EVERY_CLIENT is set (`make clients`), by
the very commands of docs/clients.md.
"""

import copy
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from games.codec import name_of
from games.registry import all_games
from tests.support.needs import needed
from tests.support.npm import NODE, node_modules, run
from tests.support.server import ROOT, SharedServer
from tests.support.sizes import sized
from verify import verified

CLIENTS = ROOT / "tests" / "project" / "clients"
BIN = Path(sys.executable).parent
EVERY_CLIENT = "EVERY_CLIENT" in os.environ

Json = dict[str, Any]
Play = Callable[..., list[Json]]
"""Plays a match of each game named and returns their summaries."""
NEW_KIND = "die_rolled"
"""The kind of event that the older clients do not know."""
USED = {
    *("create_guest", "get_game", "create_match", "join_match"),
    *("get_match", "play_move", "resign_from_match", "list_events"),
}
"""The operations that the players call: the older schema has no others."""

MOST_MOVES = sized(15, 10_000)
"""So many moves of a match are played by the Python client, which takes long to read an answer."""

OPTIONS = {"bonbons": {"quick": True}}
"""Options of the matches that are played, where they make one shorter."""


@pytest.fixture(scope="module")
def modules() -> Path:
    """The packages of npm, asked for before a server is started in vain."""
    return node_modules(CLIENTS / "typescript")


@pytest.fixture(scope="module")
def server(shared_server: SharedServer) -> str:
    """The address of the shared server."""
    return f"http://127.0.0.1:{shared_server.port}"


@pytest.fixture(scope="module")
def schema(server: str) -> Json:
    """The schema that the server publishes."""
    with urlopen(f"{server}/api/schema/") as answer:
        published: Json = json.load(answer)
    return published


def older(schema: Json) -> Json:
    """The schema as it was before NEW_KIND was thought of, with fewer operations."""
    schema = copy.deepcopy(schema)
    event = schema["components"]["schemas"]["Event"]
    member = event["discriminator"]["mapping"].pop(NEW_KIND)
    event["oneOf"].remove({"$ref": member})
    unknown = schema["components"]["schemas"]["UnknownEvent"]
    unknown["properties"]["type"]["not"]["enum"].remove(NEW_KIND)
    for path in schema["paths"].values():
        for method in [name for name, called in path.items() if called["operationId"] not in USED]:
            del path[method]
    schema["paths"] = {name: path for name, path in schema["paths"].items() if path}
    return schema


def written(schema: Json, folder: Path) -> Path:
    """The schema in a file of a new folder."""
    folder.mkdir()
    path = folder / "schema.json"
    path.write_text(json.dumps(schema))
    return path


def python_client(server: str, schema: Json, folder: Path) -> Play:
    """A player on a client that openapi-python-client has made."""
    source = CLIENTS / "python"
    run(
        *(BIN / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"),
        *("--path", written(schema, folder)),
        *("--config", source / "config.yaml", "--output-path", folder / "gobelet_client"),
        cwd=folder,
    )

    program = (sys.executable, source / "player.py", str(MOST_MOVES))
    return player(server, folder, *program, PYTHONPATH=str(folder))


def typescript_clients(
    modules: Path, server: str, schemas: dict[str, str | Path], folder: Path
) -> dict[str, Play]:
    """Players on types that openapi-typescript has made, compiled strictly and all at once."""
    (folder / "node_modules").symlink_to(modules)
    shutil.copy(CLIENTS / "typescript" / "package.json", folder)
    options = ("--default-non-nullable=false", "--output")
    for name, schema in schemas.items():
        types = folder / name / "schema.d.ts"
        run(modules / ".bin" / "openapi-typescript", schema, *options, types, cwd=folder)
        shutil.copy(CLIENTS / "typescript" / "player.ts", folder / name)
    config = json.loads((CLIENTS / "typescript" / "tsconfig.json").read_text())
    config["files"] = [f"{name}/player.ts" for name in schemas]
    (folder / "tsconfig.json").write_text(json.dumps(config))
    run(modules / ".bin" / "tsc", "--project", folder, cwd=folder)
    node = needed("node", NODE)
    return {name: player(server, folder, node, f"built/{name}/player.js") for name in schemas}


def player(server: str, folder: Path, *program: str | Path, **environment: str) -> Play:
    """What plays with a program of tests/project/clients/."""

    def play(*games: str) -> list[Json]:
        wanted = {game: OPTIONS.get(game, {}) for game in games}
        told = run(*program, server, json.dumps(wanted), cwd=folder, **environment)
        summaries: list[Json] = json.loads(told)
        assert [summary["game"] for summary in summaries] == list(games)
        return summaries

    return play


def exported(server: str, summary: Json) -> Json:
    """The export of a match that was played."""
    with urlopen(f"{server}/api/v1/matches/{summary['match']}/export") as answer:
        export: Json = json.load(answer)
    return export


def some(kept: list[Json]) -> list[Json]:
    """The first promise and the last receipt of what a client kept."""
    return [kept[0], kept[-1]]


def plays_everything(server: str, play: Play) -> None:
    """Each game is played to its end, all at once, its whole history is read, and what the client
    kept agrees with the export."""
    for summary in play(*all_games()):
        assert summary["outcome"]["winners"], summary
        assert summary["read"] == summary["version"]
        assert len(summary["told"]) == 2, "match_started and match_finished are understood"
        assert "given" in verified(exported(server, summary), some(summary["kept"])).told[1]
        assert not summary.get("unknown")


def survives(play: Play) -> Json:
    """A match with events of a kind that the client does not know is played and read to its end."""
    (summary,) = play("ciaociao")
    assert summary["outcome"]["winners"], summary
    assert summary["read"] == summary["version"]
    assert NEW_KIND in summary["kinds"]
    return summary


def test_a_python_client_plays_every_game(server: str, schema: Json, tmp_path: Path) -> None:
    plays_everything(server, python_client(server, schema, tmp_path / "now"))


def test_an_older_python_client_survives_a_new_kind(
    server: str, schema: Json, tmp_path: Path
) -> None:
    summary = survives(python_client(server, older(schema), tmp_path / "older"))
    assert summary["unknown"] == [NEW_KIND]


def test_a_typescript_client_plays_every_game_and_survives_a_new_kind(
    modules: Path, server: str, schema: Json, tmp_path: Path
) -> None:
    before = written(older(schema), tmp_path / "before")
    schemas: dict[str, str | Path] = {"now": f"{server}/api/schema/", "older": before}
    clients = typescript_clients(modules, server, schemas, tmp_path)
    plays_everything(server, clients["now"])
    survives(clients["older"])


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((CLIENTS / "typescript" / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def generated(language: str, folder: Path) -> Path:
    """Where the commands of docs/clients.md for a language have put its sources."""
    needed("java", "default-jre-headless")
    text = (ROOT / "docs" / "clients.md").read_text()
    commands = re.search(rf"<!-- {language} -->\n```bash\n(.*?)```", text, re.DOTALL)
    assert commands, f"docs/clients.md has no commands for {language}"
    (folder / "docs").symlink_to(ROOT / "docs")
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    run("bash", "-euc", commands[1], cwd=folder, PATH=path)
    return folder / "clients" / language


def members(union: str) -> Iterator[tuple[str, str]]:
    """The kinds of a union and the names of their schemas."""
    for game in all_games().values():
        prefix = game.key.capitalize()
        kinds = {"Move": game.moves, "Event": game.events, "View": (game.view_type,)}[union]
        yield from ((name_of(kind), prefix + kind.__name__) for kind in kinds)


@pytest.mark.skipif(not EVERY_CLIENT, reason="make clients")
def test_kotlin_has_sealed_unions_of_every_kind(tmp_path: Path) -> None:
    models = generated("kotlin", tmp_path) / "src/main/kotlin/org/openapitools/client/models"
    for union in ("Move", "Event", "View"):
        source = (models / f"{union}.kt").read_text()
        assert f"sealed interface {union}" in source
        for kind, name in members(union):
            assert f"Wrapper(val value: {name}) : {union}" in source
            assert f'"{kind}" -> {{' in source
            assert (models / f"{name}.kt").exists()
    for union in ("Event", "View"):
        source = (models / f"{union}.kt").read_text()
        assert f"else -> {union}.UnknownWrapper(" in source
    match = (models / "Match.kt").read_text()
    assert "val view: View?" in match
    assert "List<@Contextual kotlinx.serialization.json.JsonObject>" in match
    assert not [path for path in models.glob("*.kt") if "HashMap<" in path.read_text()]


@pytest.mark.skipif(not EVERY_CLIENT, reason="make clients")
def test_swift_has_unions_of_every_kind(tmp_path: Path) -> None:
    models = generated("swift", tmp_path) / "Sources/OpenAPIClient/Models"
    for union in ("Move", "Event", "View"):
        source = (models / f"{union}.swift").read_text()
        assert f"public enum {union}: Sendable, Codable, Hashable" in source
        for kind, name in members(union):
            assert f"case type{name}({name})" in source
            assert f'case "{kind}":' in source
        assert "self = .unknownDefaultOpenApi" in source
    assert "public var view: View?" in (models / "Match.swift").read_text()
