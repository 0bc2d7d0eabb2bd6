"""The client's modules without a browser: `node --test` on the files as they are sent."""

import os
import subprocess
from pathlib import Path

import msgspec

from api.views.games import lesson_json, summary
from games.registry import all_games
from tests.support.needs import needed
from tests.support.server import ROOT
from tests.web.support.frames import corpus_frames

UNIT = Path(__file__).parent / "unit"


def test_the_modules_of_the_client_hold_without_a_browser(tmp_path: Path) -> None:
    files = sorted(str(path) for path in UNIT.glob("*.test.mjs"))
    assert files
    command = (needed("node", "nodejs npm"), "--test", "--test-reporter=spec", *files)
    frames, games, lessons = (tmp_path / name for name in ("frames", "games", "lessons"))
    frames.write_bytes(corpus_frames())
    games.write_bytes(msgspec.json.encode({"results": list(map(summary, all_games().values()))}))
    lessons.write_bytes(
        msgspec.json.encode([lesson_json(game) for game in all_games().values() if game.lesson])
    )
    files_given = {"FRAMES": str(frames), "GAMES": str(games), "LESSONS": str(lessons)}
    environment = os.environ | files_given
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
