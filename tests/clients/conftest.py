"""How the tests run programs on the TypeScript SDK, as node finds it where it is installed."""

import json
from pathlib import Path

import pytest

from tests.support.needs import needed
from tests.support.npm import NODE
from tests.support.server import ROOT

TYPESCRIPT = ROOT / "clients" / "typescript"


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node; skips the test without it."""
    return needed("node", NODE)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which the package is installed as it is written, not as it is built."""
    package = tmp_path / "node_modules" / "gobelet-sdk"
    package.mkdir(parents=True)
    (package / "src").symlink_to(TYPESCRIPT / "src")
    described = json.loads((TYPESCRIPT / "package.json").read_text())
    described["exports"] = {
        name: paths["default"].replace("/dist/", "/src/")
        for name, paths in described["exports"].items()
    }
    (package / "package.json").write_text(json.dumps(described))
    (tmp_path / "package.json").write_text(json.dumps({"type": "module"}))
    return tmp_path
