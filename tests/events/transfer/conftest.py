"""A database of each kind to move from, and one of the other kind to move to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.support.services.databases import clone


@pytest.fixture(autouse=True)
def _own_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture
def new_url(own_database: str) -> Iterator[str]:
    """A database of the other kind than the test's own, migrated and otherwise empty."""
    with clone("sqlite" if own_database == "postgresql" else "postgresql") as url:
        yield url
