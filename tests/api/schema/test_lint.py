"""The committed schema passes the linters that teams use to judge one: Redocly and Spectral."""

from pathlib import Path

import pytest

from api.management.commands.openapi import DOCS, FILES
from tests.support.npm import node_modules, run
from tests.support.sizes import FULL

NPM = Path(__file__).parent / "npm"
DOCUMENTS = [DOCS / name for name in FILES.values()]


def test_redocly_finds_nothing(tmp_path: Path) -> None:
    redocly = node_modules(NPM) / ".bin" / "redocly"
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    run(redocly, "lint", "--config", NPM / "redocly.yaml", *DOCUMENTS, cwd=tmp_path, **quiet)


@pytest.mark.skipif(not FULL, reason="make check: it resolves every reference, which takes long")
def test_spectral_finds_nothing(tmp_path: Path) -> None:
    spectral = node_modules(NPM) / ".bin" / "spectral"
    options = ("--ruleset", NPM / "spectral.yaml", "--fail-severity=hint")
    run(spectral, "lint", *options, *DOCUMENTS, cwd=tmp_path)
