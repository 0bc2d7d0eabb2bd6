"""No source file is longer than can be read in one go."""

from collections.abc import Iterator
from pathlib import Path

from tests.support.server import ROOT

MOST_LINES = 400
FOLDERS = ("api", "bench", "config", "events", "games", "tests", "web")
KINDS = (".py", ".js", ".mjs", ".css", ".html")
GENERATED = {"migrations", "node_modules", "vendor"}
ONE_FILE = {"verify.py"}
"""For players, who read and run it without the project: docs/adr/0015-rulesets-and-proof.md."""


def sources() -> Iterator[Path]:
    """Every source file that people write, relative to the project."""
    found = [*ROOT.glob("*.py"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    for path in (path.relative_to(ROOT) for path in found):
        if path.suffix in KINDS and not GENERATED & set(path.parts):
            yield path


def test_no_source_file_is_over_400_lines() -> None:
    lengths = {str(path): len((ROOT / path).read_text().splitlines()) for path in sources()}
    assert len(lengths) > 500
    too_long = {path: lines for path, lines in lengths.items() if lines > MOST_LINES}
    assert too_long.keys() <= ONE_FILE, too_long
