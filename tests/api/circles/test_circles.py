"""Circles: members, the link, tables opened to them, and what remains when players leave."""

from typing import Any

import pytest
from django.db import transaction

from events.accounts.merge import guest_merge
from events.circles.circle import MEMBERS_MOST
from events.models import Circle, CircleMember, Outbox, Player
from events.notifications.freshness import is_news
from events.players.identity import player_create
from tests.api.matches.test_results import lost_by
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, open_match

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

Json = dict[str, Any]


def circle_of(owner: Person, *members: Person) -> str:
    """A circle of these people."""
    made = owner.post("circles", {"name": "Family"})
    conforms("circles", "post", made)
    circle: str = made.json()["id"]
    link = owner.post(f"circles/{circle}/link")
    conforms("circles/{circle}/link", "post", link)
    for member in members:
        joined = member.post(f"circles/{circle}/join", {"invite": link.json()["invite"]})
        conforms("circles/{circle}/join", "post", joined)
        assert joined.status_code == 200
    return circle


def members_of(circle: str, reader: Person) -> list[str]:
    shown = reader.get(f"circles/{circle}")
    conforms("circles/{circle}", "get", shown)
    return [one["player"]["id"] for one in shown.json()["members"]]


def tables(circle: str, reader: Person, status: str = "open") -> list[str]:
    listed = reader.get(f"circles/{circle}/matches?status={status}")
    conforms("circles/{circle}/matches", "get", listed)
    return [one["id"] for one in listed.json()["results"]]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_players_join_by_the_link_and_leave() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    circle = circle_of(anna, bruno)
    assert members_of(circle, bruno) == [anna.player, bruno.player]
    listed = bruno.get("circles")
    conforms("circles", "get", listed)
    assert [one["id"] for one in listed.json()["results"]] == [circle]
    assert [one["circle"] for one in bruno.get("me/export").json()["circles"]] == [circle]
    assert code(clara.get(f"circles/{circle}")) == (404, "circle_not_found")
    wrong = clara.post(f"circles/{circle}/join", {"invite": "x"})
    assert code(wrong) == (404, "circle_not_found")
    assert bruno.delete(f"circles/{circle}/members/{bruno.player}").status_code == 204
    assert members_of(circle, anna) == [anna.player]
    assert bruno.get(f"circles/{circle}").status_code == 404


def test_a_new_link_and_a_removal_make_the_old_link_void() -> None:
    anna, bruno = Person.guest(), Person.guest()
    circle = circle_of(anna)
    first, second = (anna.post(f"circles/{circle}/link").json()["invite"] for _ in range(2))
    assert bruno.post(f"circles/{circle}/join", {"invite": first}).status_code == 404
    assert bruno.post(f"circles/{circle}/join", {"invite": second}).status_code == 200
    assert anna.delete(f"circles/{circle}/members/{bruno.player}").status_code == 204
    assert bruno.post(f"circles/{circle}/join", {"invite": second}).status_code == 404
    third = anna.post(f"circles/{circle}/link").json()["invite"]
    assert anna.delete(f"circles/{circle}/link").status_code == 204
    assert bruno.post(f"circles/{circle}/join", {"invite": third}).status_code == 404


def test_the_owner_hands_over_renames_and_deletes() -> None:
    anna, bruno, clara = (Person.guest() for _ in range(3))
    circle = circle_of(anna, bruno)
    own = f"circles/{circle}/members/{anna.player}"
    assert code(anna.delete(own)) == (409, "owner_stays")
    assert code(anna.patch(f"circles/{circle}", {"owner": clara.player})) == (422, "not_a_member")
    assert code(anna.patch(f"circles/{circle}", {"name": "evil.example.org"})) == (
        422,
        "link_in_name",
    )
    changed = anna.patch(f"circles/{circle}", {"name": "Friends", "owner": bruno.player})
    conforms("circles/{circle}", "patch", changed)
    assert (changed.json()["name"], changed.json()["owner"]["id"]) == ("Friends", bruno.player)
    assert code(anna.delete(f"circles/{circle}")) == (403, "not_owner")
    assert anna.delete(own).status_code == 204
    assert bruno.delete(f"circles/{circle}").status_code == 204
    assert not Circle.objects.filter(id=circle).exists()


def test_circles_and_members_are_bounded(settings: Any) -> None:
    anna, bruno = Person.guest(), Person.guest()
    circle = circle_of(anna)
    invite = anna.post(f"circles/{circle}/link").json()["invite"]
    there = CircleMember.objects.get(circle=circle)
    CircleMember.objects.bulk_create(
        CircleMember(circle_id=circle, player=player_create(locale="en"), joined_at=there.joined_at)
        for _ in range(MEMBERS_MOST - 1)
    )
    full = bruno.post(f"circles/{circle}/join", {"invite": invite})
    assert code(full) == (409, "circle_full")
    settings.CIRCLES_MOST = 1
    assert code(anna.post("circles", {"name": "More"})) == (409, "too_many_circles")
    settings.CIRCLES_MOST, settings.CIRCLES_PER_DAY = 9, 1
    assert code(anna.post("circles", {"name": "More"})) == (429, "daily_limit_reached")


def test_members_see_and_join_a_private_table_and_are_told() -> None:
    anna, bruno, clara, dora = (Person.guest() for _ in range(4))
    circle = circle_of(anna, bruno, clara)
    clara.post(f"players/{anna.player}/mute")
    match = open_match(anna, 2, visibility="private", circle=circle)["id"]
    told = Outbox.objects.filter(match=match, kind=Outbox.Kind.INVITED)
    assert [row.recipient_id for row in told] == [bruno.player]
    assert is_news(told.get())
    assert tables(circle, bruno) == tables(circle, clara) == [match]
    assert tables(circle, anna) == []  # she has a seat there already
    assert dora.get(f"matches/{match}").status_code == 404
    assert bruno.post(f"matches/{match}/join").status_code == 200
    assert tables(circle, clara) == []
    assert tables(circle, clara, "running") == [match]


def test_a_player_who_has_left_the_circle_sees_its_private_tables_no_longer() -> None:
    anna, bruno = Person.guest(), Person.guest()
    circle = circle_of(anna, bruno)
    match = open_match(anna, 2, visibility="private", circle=circle)["id"]
    notice = Outbox.objects.get(match=match, recipient=bruno.player)
    bruno.delete(f"circles/{circle}/members/{bruno.player}")
    assert bruno.get(f"matches/{match}").status_code == 404
    assert not is_news(notice)


def test_only_a_member_opens_a_table_to_a_circle_and_not_without_limit(settings: Any) -> None:
    anna, bruno = Person.guest(), Person.guest()
    circle = circle_of(anna)
    body = {"game": "ciaociao", "seats": 2, "visibility": "private", "circle": circle}
    assert code(bruno.post("matches", body)) == (404, "circle_not_found")
    settings.CIRCLE_TABLES_PER_DAY = 1
    assert anna.post("matches", body).status_code == 201
    assert code(anna.post("matches", body)) == (429, "daily_limit_reached")


def test_standings_count_the_tables_of_the_circle() -> None:
    anna, bruno, clara = (Person.guest() for _ in range(3))
    circle = circle_of(anna, bruno, clara)
    match = open_match(anna, 3, visibility="private", circle=circle)["id"]
    other = open_match(anna, 2)["id"]
    for person in (bruno, clara):
        person.post(f"matches/{match}/join")
    bruno.post(f"matches/{other}/join")
    lost_by(match, clara, bruno)
    lost_by(other, anna)
    shown = bruno.get(f"circles/{circle}/standings")
    conforms("circles/{circle}/standings", "get", shown)
    results = shown.json()["results"]
    assert [one["player"]["id"] for one in results] == [anna.player, bruno.player, clara.player]
    assert [(one["points"], one["played"], one["won"]) for one in results] == [
        (120, 1, 1),
        (60, 1, 0),
        (0, 1, 0),
    ]
    assert bruno.get(f"circles/{circle}/standings?game=bonbons").json() == {"results": []}


def test_a_deleted_account_hands_its_circles_to_the_first_member() -> None:
    anna, bruno, clara = (Person.guest() for _ in range(3))
    circle, lone = circle_of(anna, bruno, clara), circle_of(anna)
    assert anna.delete("me").status_code == 204
    shown: Json = clara.get(f"circles/{circle}").json()
    assert shown["owner"]["id"] == bruno.player
    assert not shown["has_link"]
    assert members_of(circle, clara) == [bruno.player, clara.player]
    assert not Circle.objects.filter(id=lone).exists()


def test_a_merged_guest_is_in_its_circles_once() -> None:
    guest, account = Person.guest(), Person.account()
    circle = circle_of(guest, account)
    merged, into = (Player.objects.get(id=one.player) for one in (guest, account))
    with transaction.atomic():
        guest_merge(guest=merged, into=into)
    assert members_of(circle, account) == [account.player]
    assert account.get(f"circles/{circle}").json()["owner"]["id"] == account.player
