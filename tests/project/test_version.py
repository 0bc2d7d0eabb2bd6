"""One version number, in pyproject.toml; every other place says the same."""

import re

import pytest
from django.conf import settings
from django.test import Client

from api.schema.document import NEWER, document
from tests.support.server import ROOT

RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] – (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()


def test_the_newest_release_in_the_changelog_is_the_version() -> None:
    assert "\n## [Unreleased]\n" in CHANGELOG[: CHANGELOG.index(f"## [{settings.VERSION}]")]
    assert RELEASE.findall(CHANGELOG)[0][0] == settings.VERSION


def test_releases_are_in_order_and_their_sections_those_of_keep_a_changelog() -> None:
    dates = [day for _, day in RELEASE.findall(CHANGELOG)]
    assert dates == sorted(dates, reverse=True)
    assert set(re.findall(r"^### (.*)$", CHANGELOG, re.MULTILINE)) <= CHANGES


def test_readme_and_schema_say_the_version() -> None:
    assert f"version {settings.VERSION} " in (ROOT / "README.md").read_text()
    assert document(NEWER)["info"]["version"] == settings.VERSION


@pytest.mark.usefixtures("any_database")
def test_the_health_check_says_the_version() -> None:
    answer = Client(SERVER_NAME="localhost").get("/health/ready")
    assert answer.content.decode() == f"ready {settings.VERSION}\n"
