"""The TypeScript SDK on one device, and the package that is built of it."""

import json
import shutil
from pathlib import Path

import pytest

from gobelet_sdk import Gobelet
from tests.clients.conftest import TYPESCRIPT
from tests.clients.test_samples import ten_lines
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.letters import code_in
from tests.support.needs import needed
from tests.support.npm import NODE, WEB, compile_typescript, node_modules, run
from tests.support.server import ROOT, SharedServer
from tests.support.sizes import FULL

PROGRAMS = ROOT / "tests" / "clients" / "typescript"
TEST = ("--test", "--test-reporter=spec")


def test_it_keeps_repeats_reports_and_checks(node: str, shared_server: SharedServer) -> None:
    environment = {
        "SERVER": f"http://127.0.0.1:{shared_server.port}",
        "SUBSCRIPTION": json.dumps(SUBSCRIPTION),
    }
    run(node, *TEST, PROGRAMS / "device.test.mjs", cwd=ROOT, **environment)


def test_it_signs_in_with_passkeys_and_as_an_app(node: str, shared_server: SharedServer) -> None:
    address = "typescript@example.org"
    with Gobelet(f"http://127.0.0.1:{shared_server.port}") as gobelet:
        nonce = gobelet.ask_code(address)["nonce"]
        gobelet.confirm_code(address, code_in(shared_server.data_dir / "outbox", address), nonce)
        session = gobelet.store.get("session")
    environment = {"SERVER": gobelet.api.server, "ACCOUNT": json.dumps(session)}
    run(node, *TEST, PROGRAMS / "sign-in.test.mjs", cwd=ROOT, **environment)


def test_it_is_built_with_the_tools_of_the_tests() -> None:
    tools = json.loads((WEB / "package.json").read_text())["devDependencies"]
    described = json.loads((TYPESCRIPT / "package.json").read_text())
    assert described["devDependencies"].items() <= tools.items()
    assert "dependencies" not in described


@pytest.mark.skipif(not FULL, reason="make clients")
def test_the_package_is_built_and_its_types_fit_the_ten_lines(tmp_path: Path) -> None:
    npm, packages = needed("npm", NODE), node_modules(WEB)
    copied = tmp_path / "clients" / "typescript"
    ignored = shutil.ignore_patterns("node_modules", "dist", "schema.ts")
    shutil.copytree(TYPESCRIPT, copied, ignore=ignored)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (copied / "node_modules").symlink_to(packages)
    run(npm, "pack", "--pack-destination", tmp_path, cwd=copied)
    (packed,) = tmp_path.glob("gobelet-sdk-*.tgz")
    app = tmp_path / "app"
    app.mkdir()
    (app / "package.json").write_text('{"type": "module"}')
    run(npm, "install", "--no-audit", "--no-fund", "--offline", packed, cwd=app)
    (app / "ten-lines.ts").write_text(ten_lines(TYPESCRIPT / "README.md", "ts"))
    strict = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext")
    compile_typescript(packages, *strict, "--lib", "es2023,dom", "ten-lines.ts", cwd=app)
