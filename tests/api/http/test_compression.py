"""Compression: of what hides nothing, and of nothing else."""

import gzip

import pytest
from django.test import Client

from tests.support.people import Person, open_match, play_to_the_end

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

GZIP = {"Accept-Encoding": "gzip"}


def test_what_hides_nothing_is_compressed_for_clients_that_accept_it() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    anna.post(f"matches/{match}/resign")
    play_to_the_end(match, [anna])
    for path in ("games", "games/ciaociao", f"matches/{match}/export"):
        plain, packed = anna.get(path), anna.get(path, **GZIP)
        assert "Content-Encoding" not in plain
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert len(packed.content) < len(plain.content) / 2
        assert "Accept-Encoding" in packed["Vary"]
    schema = Client(SERVER_NAME="localhost", headers=GZIP).get("/api/schema/")
    assert schema["Content-Encoding"] == "gzip"


def test_an_etag_holds_for_both_forms() -> None:
    anna = Person.guest()
    etag = anna.get("games", **GZIP)["ETag"]
    assert etag == anna.get("games")["ETag"]
    assert anna.get("games", **GZIP, **{"If-None-Match": etag}).status_code == 304


def test_what_the_rules_hide_is_never_compressed() -> None:
    """The length of a compressed text tells of its content, and players choose a part of it."""
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    for path in ("", "/events", "/recap", "/text", "/replay?at=1"):
        answer = anna.get(f"matches/{match}{path}", **GZIP)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer
