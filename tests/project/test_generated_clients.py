"""Clients in Python and TypeScript, generated from the running server's own schema, play whole
matches of every game; Kotlin and Swift: test_kotlin_and_swift.py."""

import json
import shutil
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from games.registry import all_games
from tests.project.clients.players import (
    CLIENTS,
    Play,
    player,
    plays_everything,
    survives,
    tells_what_is_new,
)
from tests.project.clients.schemas import NEW_GAME, Json, older, written
from tests.support.needs import needed
from tests.support.npm import NODE, WEB, compile_typescript, node_modules, run
from tests.support.server import SharedServer
from tests.support.sizes import sized

BIN = Path(sys.executable).parent
MOST_MOVES = sized(15, 10_000)
"""So many moves of a match are played by the Python client, which takes long to read an answer."""


@pytest.fixture(scope="module")
def modules() -> Path:
    """The packages of npm, asked for before a server is started in vain."""
    return node_modules(WEB)


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
    (folder / "package.json").write_text('{"type": "module"}')
    options = ("--default-non-nullable=false", "--output")
    for name, schema in schemas.items():
        types = folder / name / "schema.d.ts"
        run(modules / ".bin" / "openapi-typescript", schema, *options, types, cwd=folder)
        shutil.copy(CLIENTS / "typescript" / "player.ts", folder / name)
    config = json.loads((CLIENTS / "typescript" / "tsconfig.json").read_text())
    config["files"] = [f"{name}/player.ts" for name in schemas]
    (folder / "tsconfig.json").write_text(json.dumps(config))
    compile_typescript(modules, "--project", folder, cwd=folder)
    node = needed("node", NODE)
    known = {"now": set(all_games()), "older": all_games().keys() - {NEW_GAME}}
    return {
        name: player(server, folder, node, f"built/{name}/player.js", ",".join(known[name]))
        for name in schemas
    }


def test_a_python_client_plays_every_game(server: str, schema: Json, tmp_path: Path) -> None:
    plays_everything(server, python_client(server, schema, tmp_path / "now"))


def test_an_older_python_client_survives_a_new_kind_and_plays_a_new_game(
    server: str, schema: Json, tmp_path: Path
) -> None:
    tells_what_is_new(*survives(python_client(server, older(schema), tmp_path / "older")))


def test_a_typescript_client_plays_every_game_survives_a_new_kind_and_plays_a_new_game(
    modules: Path, server: str, schema: Json, tmp_path: Path
) -> None:
    before = written(older(schema), tmp_path / "before")
    schemas: dict[str, str | Path] = {"now": f"{server}/api/schema/", "older": before}
    clients = typescript_clients(modules, server, schemas, tmp_path)
    plays_everything(server, clients["now"])
    survives(clients["older"])
