"""No source file is longer than can be read in one go."""

from collections.abc import Iterator
from pathlib import Path

from tests.support.server import ROOT

MOST_LINES = 400
FOLDERS = ("api", "bench", "clients", "config", "events", "games", "tests", "web")
KINDS = (".py", ".js", ".mjs", ".css", ".html")
GENERATED = {"dist", "migrations", "node_modules", "vendor"}
WRITTEN_BY_PROGRAMS = {Path("clients/python/gobelet_sdk/schema.py")}
ONE_FILE = {"verify.py"}
"""For players, who read and run it without the project: docs/adr/0015-rulesets-and-proof.md."""


def sources() -> Iterator[Path]:
    """Every source file that people write, relative to the project."""
    found = [*ROOT.glob("*.py"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    for path in (path.relative_to(ROOT) for path in found):
        generated = path in WRITTEN_BY_PROGRAMS or GENERATED & set(path.parts)
        if path.suffix in KINDS and not generated and not (ROOT / path).is_symlink():
            yield path


def test_no_source_file_is_over_400_lines() -> None:
    lengths = {str(path): len((ROOT / path).read_text().splitlines()) for path in sources()}
    assert len(lengths) > 500
    too_long = {path: lines for path, lines in lengths.items() if lines > MOST_LINES}
    assert too_long.keys() <= ONE_FILE, too_long
