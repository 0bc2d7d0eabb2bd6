"""The peer: boardgame.io with its own FlatFile storage, from npm, in two settings.

`queued` is the peer as npm installs it: node-persist delays writes for up to a second, and the next
move of that match waits for them. `direct` is our change in its favour: without that write queue.
"""

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).parent / "boardgame"
READY_SECONDS = 30
SETTINGS = ("queued", "direct")


def installed() -> Path | None:
    """Install the peer with its pinned packages in a cache folder; None if npm cannot get them."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = caches / "gobelet" / "boardgame"
    folder.mkdir(parents=True, exist_ok=True)
    locked = (SOURCE / "package-lock.json").read_bytes()
    stamp = folder / "installed.json"
    for file in SOURCE.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    if not stamp.exists() or stamp.read_bytes() != locked:
        command = ["npm", "ci", "--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"npm could not install boardgame.io: {done.stderr.strip()[-300:]}")
            return None
        stamp.write_bytes(locked)
    return folder


@contextmanager
def boardgame_io(program: Path, data: Path, setting: str) -> Iterator[tuple[int, int]]:
    """Run a server of the peer and yield its port and its process."""
    command = ["node", "server.cjs", str(data), setting]
    with subprocess.Popen(
        command, cwd=program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        late = threading.Timer(READY_SECONDS, server.kill)
        late.start()
        try:
            assert server.stdout
            ready = next(
                filter(None, (re.search(r"^ready: (\d+)", s) for s in server.stdout)), None
            )
            late.cancel()
            assert ready, f"boardgame.io was not ready within {READY_SECONDS} s"
            # It logs every request, and would block once the pipe is full.
            threading.Thread(target=server.stdout.read, daemon=True).start()
            yield int(ready[1]), server.pid
        finally:
            late.cancel()
            server.kill()
