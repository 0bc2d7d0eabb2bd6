"""Friends: asked, accepted, removed, and nothing told to a player who has blocked the other."""

from typing import Any

import pytest
from django.db import transaction

from events.accounts.merge import guest_merge
from events.models import Friendship, Player
from tests.api.schema.test_responses import conforms
from tests.support.people import Person
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


def ask(asker: Person, other: Person) -> int:
    answer = asker.post(f"players/{other.player}/friend")
    conforms("players/{player}/friend", "post", answer)
    status: int = answer.status_code
    return status


def states(person: Person) -> dict[str, str]:
    listed = person.get("me/friends")
    conforms("me/friends", "get", listed)
    return {one["player"]["id"]: one["state"] for one in listed.json()["results"]}


def test_a_request_is_accepted_by_asking_back() -> None:
    anna, bruno = Person.guest("Anna"), Person.account("Bruno")
    assert ask(anna, bruno) == ask(anna, bruno) == 200
    assert (states(anna), states(bruno)) == ({bruno.player: "asked"}, {anna.player: "asks_you"})
    assert ask(bruno, anna) == 200
    assert (states(anna), states(bruno)) == ({bruno.player: "friends"}, {anna.player: "friends"})
    exported = bruno.get("me/export").json()["friends"]
    assert [(one["player"], one["state"]) for one in exported] == [(anna.player, "friends")]


@pytest.mark.parametrize("accepted", [False, True])
def test_either_of_the_two_ends_it(accepted: bool) -> None:
    anna, bruno = Person.guest(), Person.guest()
    for remover, other in ((anna, bruno), (bruno, anna)):
        ask(anna, bruno)
        if accepted:
            ask(bruno, anna)
        assert remover.delete(f"players/{other.player}/friend").status_code == 204
        assert states(anna) == states(bruno) == {}


def test_two_who_ask_each_other_at_once_are_friends() -> None:
    anna, bruno = Person.guest(), Person.guest()
    at_once([lambda: ask(anna, bruno), lambda: ask(bruno, anna)])
    assert (states(anna), states(bruno)) == ({bruno.player: "friends"}, {anna.player: "friends"})


def test_a_block_ends_a_friendship_and_hides_later_requests() -> None:
    anna, bruno = Person.guest(), Person.guest()
    ask(anna, bruno)
    ask(bruno, anna)
    anna.post(f"players/{bruno.player}/block")
    assert states(anna) == states(bruno) == {}
    assert ask(bruno, anna) == 200
    assert (states(anna), states(bruno)) == ({}, {anna.player: "asked"})
    refused = anna.post(f"players/{bruno.player}/friend")
    conforms("players/{player}/friend", "post", refused)
    assert (refused.status_code, refused.json()["code"]) == (409, "blocked_by_you")
    anna.delete(f"players/{bruno.player}/block")
    assert states(anna) == {bruno.player: "asks_you"}


def test_requests_and_friends_are_bounded(settings: Any) -> None:
    anna, *others = (Person.guest() for _ in range(4))
    settings.FRIENDS_MOST, settings.FRIEND_REQUESTS_PER_DAY = 2, 3
    assert [ask(anna, other) for other in others] == [200, 200, 409]
    anna.delete(f"players/{others[0].player}/friend")
    assert [ask(anna, other) for other in others[1:]] == [200, 200]
    anna.delete(f"players/{others[1].player}/friend")
    refused = anna.post(f"players/{others[1].player}/friend")
    assert (refused.status_code, refused.json()["code"]) == (429, "daily_limit_reached")


def test_a_merged_guest_leaves_one_row_for_each_pair() -> None:
    guest, account, clara, dora = (Person.guest(name) for name in ("G", "A", "C", "D"))
    for asker, other in ((guest, clara), (clara, guest), (clara, account), (account, guest)):
        ask(asker, other)
    ask(guest, dora)
    account.post(f"players/{dora.player}/block")
    merged, into = (Player.objects.get(id=one.player) for one in (guest, account))
    with transaction.atomic():
        guest_merge(guest=merged, into=into)
    assert states(account) == {clara.player: "friends"}
    assert states(clara) == {account.player: "friends"}
    assert states(dora) == {}


def test_a_deleted_account_has_no_friends() -> None:
    anna, bruno = Person.guest(), Person.guest()
    ask(anna, bruno)
    assert bruno.delete("me").status_code == 204
    assert not Friendship.objects.filter(player=anna.player).exists()
