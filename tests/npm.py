"""Packages of npm for tests: locked, installed once for each lock, and the commands they bring."""

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from tests.serving import ROOT


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command prints; its complaints where it fails."""
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


def needed(command: str, packages: str) -> str:
    """The command, which the machine must have."""
    found = shutil.which(command)
    assert found, f"{command} is missing; on Debian: apt-get install {packages}"
    return found


def node_modules(source: Path) -> Path:
    """The packages that the lock in a folder names."""
    lock = sha256((source / "package-lock.json").read_bytes()).hexdigest()[:16]
    cache = ROOT / ".pytest_cache" / f"npm-{lock}"
    if not cache.exists():
        making = cache.with_name(f"{cache.name}-{os.getpid()}")
        making.mkdir(parents=True)
        for name in (".npmrc", "package.json", "package-lock.json"):
            shutil.copy(source / name, making)
        run(needed("npm", "nodejs npm"), "ci", "--no-audit", "--no-fund", cwd=making)
        try:
            making.rename(cache)
        except OSError:  # another process of these tests was quicker
            shutil.rmtree(making)
    return cache / "node_modules"
