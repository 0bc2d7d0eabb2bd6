"""A finished private match is shown to whoever was given its share link, and nothing else is."""

import pytest

from events.models import Match
from tests.support.people import Person, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")
READS = ("", "/replay?at=1&ahead=3", "/replay?as=all")
OTHERS = ("/export", "/transcript", "/events", "/recap", "/messages", "/stream", "/text", "/share")


def finished(host: Person) -> str:
    match = str(open_match(host, 2, bots=1, visibility="private")["id"])
    host.post(f"matches/{match}/resign")
    return match


def test_whoever_has_the_link_sees_the_match_and_its_replay_as_a_spectator() -> None:
    anna, zoe = Person.guest("Anna"), Person.guest("Zoé")
    match = finished(anna)
    link = anna.get(f"matches/{match}/share").json()
    assert link["url"].endswith(f"/matches/{match}/replay#{link['share']}")
    for reader in (Person(), zoe):
        for path in READS:
            assert reader.get(f"matches/{match}{path}").status_code == 404
            assert reader.get(f"matches/{match}{path}", Share=link["share"]).status_code == 200
        shown = reader.get(f"matches/{match}", Share=link["share"]).json()
        assert (shown["you"], shown["choices"]) == (None, [])
    for path in OTHERS:
        assert zoe.get(f"matches/{match}{path}", Share=link["share"]).status_code == 404


def test_no_other_secret_opens_it_nor_this_one_an_unfinished_match() -> None:
    anna, zoe = Person.guest("Anna"), Person.guest("Zoé")
    match, other = finished(anna), finished(anna)
    for wrong in ("", "x", "é", anna.get(f"matches/{other}/share").json()["share"]):
        assert zoe.get(f"matches/{match}", Share=wrong).status_code == 404
        assert zoe.get(f"matches/{match}/replay", Share=wrong).status_code == 404
    secret = anna.get(f"matches/{match}/share").json()["share"]
    for status in (Match.Status.OPEN, Match.Status.RUNNING):
        Match.objects.filter(id=match).update(status=status)
        assert zoe.get(f"matches/{match}", Share=secret).status_code == 404
        assert anna.get(f"matches/{match}/share").json()["code"] == "match_running"


def test_only_players_of_the_match_can_give_its_link_away() -> None:
    anna, zoe = Person.guest("Anna"), Person.guest("Zoé")
    match = finished(anna)
    secret = anna.get(f"matches/{match}/share").json()["share"]
    assert zoe.get(f"matches/{match}/share").status_code == 404
    assert zoe.get(f"matches/{match}/share", Share=secret).status_code == 404
    assert Person().get(f"matches/{match}/share").status_code == 401
    open_one = open_match(anna, 2, visibility="private")["id"]
    assert anna.get(f"matches/{open_one}/share").json()["code"] == "match_running"
