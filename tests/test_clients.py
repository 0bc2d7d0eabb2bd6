"""Clients generated from the running server's own schema play whole matches of every game.

Kotlin and Swift sources are generated and looked at where EVERY_CLIENT is set (`make clients`), by
the very commands of docs/clients.md.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from games.codec import name_of
from games.registry import all_games
from tests.npm import needed, node_modules, run
from tests.serving import ROOT, Server, free_port

CLIENTS = ROOT / "tests" / "clients"
BIN = Path(sys.executable).parent
EVERY_CLIENT = "EVERY_CLIENT" in os.environ

Play = Callable[[str], dict[str, Any]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server of this test's own."""
    server = Server(tmp_path / "data", free_port(), RATE_LIMITS="off")
    yield f"http://127.0.0.1:{server.port}"
    server.clean_up()


def schema_of(server: str, into: Path, without: str | None = None) -> Path:
    """The server's schema in a file, as it was before this kind of event was thought of."""
    with urlopen(f"{server}/api/schema/") as answer:
        schema = json.load(answer)
    if without:
        event = schema["components"]["schemas"]["Event"]
        member = event["discriminator"]["mapping"].pop(without)
        event["oneOf"].remove({"$ref": member})
        unknown = schema["components"]["schemas"]["UnknownEvent"]
        unknown["properties"]["type"]["not"]["enum"].remove(without)
    path = into / "schema.json"
    path.write_text(json.dumps(schema))
    return path


def python_client(server: str, folder: Path, without: str | None = None) -> Play:
    """A player on a client that openapi-python-client has made."""
    folder.mkdir()
    source = CLIENTS / "python"
    run(
        *(BIN / "openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"),
        *("--path", schema_of(server, folder, without)),
        *("--config", source / "config.yaml", "--output-path", folder / "gobelet_client"),
        cwd=folder,
    )

    def play(game: str) -> dict[str, Any]:
        path = {"PYTHONPATH": str(folder)}
        told = run(sys.executable, source / "player.py", server, game, cwd=folder, **path)
        summary: dict[str, Any] = json.loads(told)
        return summary

    return play


def typescript_client(server: str, folder: Path, without: str | None = None) -> Play:
    """A player on types that openapi-typescript has made, compiled strictly."""
    folder.mkdir()
    for name in ("package.json", "tsconfig.json", "player.ts"):
        shutil.copy(CLIENTS / "typescript" / name, folder)
    (folder / "node_modules").symlink_to(node_modules(CLIENTS / "typescript"))
    tools = folder / "node_modules" / ".bin"
    schema = schema_of(server, folder, without) if without else f"{server}/api/schema/"
    options = ("--default-non-nullable=false", "--output", "schema.d.ts")
    run(tools / "openapi-typescript", schema, *options, cwd=folder)
    run(tools / "tsc", "--project", folder, cwd=folder)
    node = needed("node", "nodejs npm")

    def play(game: str) -> dict[str, Any]:
        summary: dict[str, Any] = json.loads(run(node, "built/player.js", server, game, cwd=folder))
        return summary

    return play


def plays_everything(play: Play) -> None:
    """Each game is played to its end, all at once, and its whole history is read."""
    with ThreadPoolExecutor() as threads:
        for summary in threads.map(play, all_games()):
            assert summary["outcome"]["winners"], summary
            assert summary["read"] == summary["version"]
            assert len(summary["told"]) == 2, "match_started and match_finished are understood"
            assert not summary.get("unknown")


def survives(play: Play, kind: str) -> dict[str, Any]:
    """A match with events of a kind that the client does not know is played and read to its end."""
    summary = play("ciaociao")
    assert summary["outcome"]["winners"], summary
    assert summary["read"] == summary["version"]
    assert kind in summary["kinds"]
    return summary


def test_a_python_client_plays_every_game_and_survives_new_kinds(
    server: str, tmp_path: Path
) -> None:
    plays_everything(python_client(server, tmp_path / "now"))
    older = survives(python_client(server, tmp_path / "older", "die_rolled"), "die_rolled")
    assert older["unknown"] == ["die_rolled"]


def test_a_typescript_client_plays_every_game_and_survives_new_kinds(
    server: str, tmp_path: Path
) -> None:
    plays_everything(typescript_client(server, tmp_path / "now"))
    survives(typescript_client(server, tmp_path / "older", "die_rolled"), "die_rolled")


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
