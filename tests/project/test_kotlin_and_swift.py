"""Kotlin sources are compiled and played with, Swift sources parsed, after the very commands of
docs/clients.md; where EVERY_CLIENT is set (`make clients`)."""

import json
import os
import re
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.project.clients.compiler import JAVA, compiled
from tests.project.clients.players import (
    Play,
    player,
    plays_everything,
    survives,
    tells_what_is_new,
)
from tests.project.clients.schemas import UNIONS, Json, members, older
from tests.support.needs import needed
from tests.support.npm import run
from tests.support.server import ROOT, SharedServer

pytestmark = pytest.mark.skipif("EVERY_CLIENT" not in os.environ, reason="make clients")

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def server(shared_server: SharedServer) -> str:
    """The address of the shared server."""
    return f"http://127.0.0.1:{shared_server.port}"


@pytest.fixture(scope="module")
def schema(server: str) -> Json:
    """The schema for generators that do not support 3.1."""
    with urlopen(f"{server}/api/schema/?version=3.0.3") as answer:
        published: Json = json.load(answer)
    return published


def generated(language: str, schema: Json, folder: Path) -> Path:
    """Where the commands of docs/clients.md for a language have put its sources."""
    needed("java", JAVA)
    text = (ROOT / "docs" / "clients.md").read_text()
    commands = re.search(rf"<!-- {language} -->\n```bash\n(.*?)```", text, re.DOTALL)
    assert commands, f"docs/clients.md has no commands for {language}"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "openapi-3.0.3.yaml").write_text(json.dumps(schema))
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    run("bash", "-euc", commands[1], cwd=folder, PATH=path)
    return folder / "clients" / language


def kotlin_client(server: str, schema: Json, folder: Path) -> Play:
    """A player on a client that openapi-generator has made and kotlinc compiled."""
    sources = generated("kotlin", schema, folder) / "src" / "main" / "kotlin"
    return player(server, folder, *compiled(sources, folder / "client.jar"))


def test_a_kotlin_client_plays_every_game(server: str, schema: Json, tmp_path: Path) -> None:
    plays_everything(server, kotlin_client(server, schema, tmp_path))


def test_an_older_kotlin_client_survives_a_new_kind_and_plays_a_new_game(
    server: str, schema: Json, tmp_path: Path
) -> None:
    tells_what_is_new(*survives(kotlin_client(server, older(schema), tmp_path)))


def test_swift_parses_and_has_unions_of_every_kind(schema: Json, tmp_path: Path) -> None:
    sources = generated("swift", schema, tmp_path) / "Sources" / "OpenAPIClient"
    models = sources / "Models"
    for union in UNIONS:
        source = (models / f"{union}.swift").read_text()
        assert f"public enum {union}: Sendable, Codable, Hashable" in source
        for _, kind, name in members(union):
            assert f"case type{name}({name})" in source
            assert f'case "{kind}":' in source
        assert (
            f"self = .typeUnknown{union}(try Unknown{union}(from: decoder))\n        }}" in source
        )
    assert "public var view: View?" in (models / "Match.swift").read_text()
    assert faulty_swift([*models.glob("*.swift"), *(sources / "APIs").glob("*.swift")]) == []


def faulty_swift(paths: list[Path]) -> list[Path]:
    """Those of these files that the grammar of Swift does not accept."""
    language = pytest.importorskip("tree_sitter_swift").language()
    tree_sitter = pytest.importorskip("tree_sitter")
    parser = tree_sitter.Parser(tree_sitter.Language(language))
    assert parser.parse(b"public enum Move {").root_node.has_error
    return [path for path in paths if parser.parse(path.read_bytes()).root_node.has_error]
