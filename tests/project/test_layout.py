"""The layout that docs/architecture.md describes: packages small enough to read, and real paths."""

import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.project.test_file_lengths import sources
from tests.support.server import ROOT

MOST_FILES = 15
MOST_IN_ROOT = 10
LAYERS = ("events", "api", "config")
PYTHON = [path for path in sources() if path.suffix == ".py" and path.parts[0] in LAYERS]
PRESCRIBED = {"apps.py", "__init__.py", "management"}
"""Names that Python or Django prescribes."""
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "web/README.md", "docs/*.md")
DATED = ("CHANGELOG.md", "docs/adr/0*.md")
"""Documents that name files as they were at their date; only their links must lead somewhere."""
RECORD = re.compile(r"# (\d+)\. (.+)\n\n\*(Accepted|Superseded by .+?), (\d{4}-\d\d-\d\d)[.,]")
LINKED = re.compile(r"\]\((?!https?:)([^)#\s]+)")
NAMED = re.compile(r"`([\w<>*][\w<>*./-]*(?:\.(?:py|md|m?js|css|toml|svg|ya?ml|service)|/))`")
NOT_OURS = ("DATA_DIR/", "var/")
"""Where the paths of an installation begin."""


def test_no_package_has_too_many_files() -> None:
    sizes = Counter(path.parent for path in PYTHON)
    assert sizes[Path("events")] <= MOST_IN_ROOT
    assert {str(folder): size for folder, size in sizes.items() if size > MOST_FILES} == {}


def test_the_architecture_describes_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    packages = {path.parts[1] for path in PYTHON if len(path.parts) > 2}
    modules = {path.name for path in PYTHON if path.parent == Path("events")}
    assert {name for name in packages - PRESCRIBED if f"`{name}/`" not in text} == set()
    assert {name for name in modules - PRESCRIBED if f"`{name}`" not in text} == set()


def documents(*globs: str) -> list[str]:
    """The documents that the patterns match, relative to the project."""
    return sorted({str(path.relative_to(ROOT)) for glob in globs for path in ROOT.glob(glob)})


@pytest.mark.parametrize("document", documents(*DOCUMENTS, *DATED, "*.md", "games/*/*.md"))
def test_every_link_in_a_document_leads_to_a_file(document: str) -> None:
    text, folder = (ROOT / document).read_text(), (ROOT / document).parent
    assert [link for link in LINKED.findall(text) if not folder.joinpath(link).exists()] == []


def test_decision_records_have_number_status_and_date_as_in_their_index() -> None:
    index = (ROOT / "docs" / "adr" / "README.md").read_text()
    for document in documents("docs/adr/0*.md"):
        record = RECORD.match((ROOT / document).read_text())
        assert record, document
        number, title, status, date = record.groups()
        assert f"[{number}]({Path(document).name}) | {title} | {status} | {date} |" in index


@pytest.mark.parametrize("document", documents(*DOCUMENTS))
def test_every_path_in_a_document_exists(document: str) -> None:
    text = (ROOT / document).read_text()
    known = [f"/{path}" for path in _paths()]
    named = {name for name in NAMED.findall(text) if not name.startswith(NOT_OURS)}
    assert {name for name in named if not _ends_a_path(name, known)} == set()


def _ends_a_path(name: str, known: list[str]) -> bool:
    """Whether a file or folder has this path, or one that ends like it; `<game>` is any name."""
    pattern = re.sub(r"<[^>]*>", "*", name).rstrip("/")
    return any(fnmatch(path, f"*/{pattern}") for path in known)


def _paths() -> Iterator[Path]:
    """Every file and folder of the project, without hidden and installed ones."""
    for path in ROOT.iterdir():
        yield path.relative_to(ROOT)
        if path.is_dir() and path.name[0] != "." and path.name != "var":
            found = (inner.relative_to(ROOT) for inner in path.rglob("*"))
            yield from (inner for inner in found if "node_modules" not in inner.parts)
