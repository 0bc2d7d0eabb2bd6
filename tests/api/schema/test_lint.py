"""The committed schema passes the linters that teams use to judge one: Redocly and Spectral."""

from pathlib import Path

import pytest

from api.management.commands.openapi import DOCS, FILES
from api.schema.document import NEWER
from tests.support.npm import node_modules, run
from tests.support.sizes import FULL, sized

NPM = Path(__file__).parent / "npm"
"""A folder and a lock for each linter, so that a run installs only the one that it uses."""
DOCUMENTS = [DOCS / name for name in FILES.values()]


def test_redocly_finds_nothing(tmp_path: Path) -> None:
    redocly = node_modules(NPM / "redocly") / ".bin" / "redocly"
    rules = NPM / "redocly" / "redocly.yaml"
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    # The older document is made from the newer one.
    documents = sized([DOCS / FILES[NEWER]], DOCUMENTS)
    run(redocly, "lint", "--config", rules, *documents, cwd=tmp_path, **quiet)


@pytest.mark.skipif(not FULL, reason="make check: it resolves every reference, which takes long")
def test_spectral_finds_nothing(tmp_path: Path) -> None:
    spectral = node_modules(NPM / "spectral") / ".bin" / "spectral"
    options = ("--ruleset", NPM / "spectral" / "spectral.yaml", "--fail-severity=hint")
    run(spectral, "lint", *options, *DOCUMENTS, cwd=tmp_path)
