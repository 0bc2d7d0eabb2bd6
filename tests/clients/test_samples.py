"""The sample apps and the code of the READMEs run as they are written."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.conftest import TYPESCRIPT
from tests.clients.tables import caused
from tests.support.fault_proxy import FaultProxy
from tests.support.guests import Api
from tests.support.npm import run
from tests.support.server import PATIENCE, ROOT, SharedServer

PYTHON = ROOT / "clients" / "python"
EXAMPLE_SERVER = "http://127.0.0.1:8000"
MOST_LINES = 12

App = Callable[[str], "subprocess.Popen[str]"]


def ten_lines(readme: Path, language: str) -> str:
    """The first program of a README."""
    code = re.search(rf"```{language}\n(.*?)```", readme.read_text(), re.DOTALL)
    assert code
    assert len(code[1].splitlines()) <= MOST_LINES
    assert EXAMPLE_SERVER in code[1]
    return code[1]


def test_the_ten_lines_of_python_play_a_match(shared_server: SharedServer, tmp_path: Path) -> None:
    code = ten_lines(PYTHON / "README.md", "python")
    code = code.replace(EXAMPLE_SERVER, f"http://127.0.0.1:{shared_server.port}")
    told = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(PYTHON))
    assert "receipts" in told


def test_the_ten_lines_of_typescript_play_a_match(
    shared_server: SharedServer, node: str, installed: Path
) -> None:
    code = ten_lines(TYPESCRIPT / "README.md", "ts")
    code = code.replace(EXAMPLE_SERVER, f"http://127.0.0.1:{shared_server.port}")
    (installed / "ten-lines.mjs").write_text(code)
    assert "receipts" in run(node, "ten-lines.mjs", cwd=installed)


@pytest.fixture(params=["typescript", "python"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> App:
    """Starts the sample app of an SDK at the address of a server."""
    if request.param == "python":
        command = [sys.executable, "-W", "ignore", str(PYTHON / "examples" / "terminal.py")]
    else:
        folder = request.getfixturevalue("installed")
        (folder / "terminal.mjs").write_text((TYPESCRIPT / "examples/terminal.mjs").read_text())
        command = [request.getfixturevalue("node"), "terminal.mjs"]
    return lambda server: subprocess.Popen(
        [*command, server, "ciaociao"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PYTHON)},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def test_an_app_that_is_killed_while_it_sends_a_move_continues(
    app: App, shared_server: SharedServer, tmp_path: Path
) -> None:
    running: list[subprocess.Popen[str]] = []

    def kills(request: bytes) -> bool:
        """Kill the app once its first move has been sent."""
        if b"/moves " not in request or len(running) > 1:
            return False
        running[0].send_signal(signal.SIGKILL)
        return True

    ones = "1\n" * 3
    with FaultProxy(shared_server.port, share=0, is_lost=kills) as proxy:
        running.append(app(proxy.address))
        told, _ = running[0].communicate(ones, timeout=PATIENCE)
        assert running[0].returncode == -signal.SIGKILL, told
        running.append(app(proxy.address))
        told, _ = running[1].communicate(ones, timeout=PATIENCE)
    assert running[1].returncode == 0, told
    assert "Sent later:" in told
    (kept,) = (tmp_path / "gobelet-state").glob("kept.*.json")
    match_id = kept.name.removeprefix("kept.").removesuffix(".json")
    receipts = kept.read_text().count('"head"')
    token = json.loads((tmp_path / "gobelet-state" / "session.json").read_text())["token"]
    api = Api(shared_server.port, token)
    api.post(f"matches/{match_id}/resign")
    events = api.get(f"matches/{match_id}/export")["events"]
    api.close()
    assert len(caused(events, 0, "player")) == receipts > 1
