"""Packages of npm for tests: locked, installed once for each lock, and the commands they bring."""

import os
import shutil
import subprocess
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path

from tests.support.needs import needed
from tests.support.server import ROOT
from tests.support.sizes import sized

NODE = "nodejs npm"
"""The packages of Debian that bring node and npm."""
WEB = ROOT / "tests" / "web" / "npm"
"""What is locked for checking the browser client and for clients of TypeScript."""
COMPILER = sized("typescript-native", "typescript")
"""By day the compiler in native code, which takes a sixth of the time; at full size the older."""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command; return its output, or fail with its errors."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def compile_typescript(packages: Path, *options: str | Path, cwd: Path) -> None:
    """Run the TypeScript compiler of these packages; fail with what it finds."""
    run(needed("node", NODE), packages / COMPILER / "bin" / "tsc", *options, cwd=cwd)


def node_modules(source: Path) -> Path:
    """The packages that the lock in a folder names; skips the test without node or npm."""
    needed("node", NODE)
    npm = needed("npm", NODE)
    lock = sha256((source / "package-lock.json").read_bytes()).hexdigest()[:16]
    cache = ROOT / ".pytest_cache" / f"npm-{lock}"
    cache.parent.mkdir(exist_ok=True)
    with cache.with_suffix(".lock").open("w") as held:
        flock(held, LOCK_EX)  # one process of these tests installs, the others wait for it
        if not cache.exists():
            _install(npm, source, cache)
    return cache / "node_modules"


def _install(npm: str, source: Path, cache: Path) -> None:
    """Install beside the cache first, so that an interrupted run leaves no half of it."""
    making = cache.with_suffix(".part")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir()
    for name in (".npmrc", "package.json", "package-lock.json"):
        shutil.copy(source / name, making)
    run(npm, "ci", "--no-audit", "--no-fund", cwd=making)
    making.rename(cache)
