"""What a machine lacks for `make cluster` is named with the command that installs it.

The cluster itself needs root and Debian's programs, and is run by `make cluster` alone.
"""

import shutil
from pathlib import Path

import pytest

from tests.cluster.__main__ import PACKAGES, missing
from tests.cluster.application import newer_version
from tests.support.server import ROOT


def test_missing_programs_are_named_with_their_packages() -> None:
    said = missing({"no-such-program": "its-package", "sh": "dash"})
    assert said
    assert "apt-get update && apt-get install --no-install-recommends its-package" in said
    assert "dash" not in said


def test_without_root_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: program)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert missing(PACKAGES) == "The cluster needs root, for network namespaces: sudo make cluster"


def test_a_newer_version_has_another_number_and_one_migration_more(tmp_path: Path) -> None:
    second = newer_version(newer_version(ROOT, tmp_path, 1), tmp_path, 2)
    assert '.dev2"' in (second / "pyproject.toml").read_text()
    names = {path.name for path in (second / "events" / "migrations").glob("[0-9]*.py")}
    known = {path.name for path in (ROOT / "events" / "migrations").glob("[0-9]*.py")}
    assert names - known == {"9001_upgrade.py", "9002_upgrade.py"}
    latest = (second / "events" / "migrations" / "9002_upgrade.py").read_text()
    assert '("events", "9001_upgrade")' in latest
