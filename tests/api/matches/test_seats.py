"""Seats before the start: left, freed, kept and handed on."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from events.accounts.merge import guest_merge
from events.log.fairness import client_commitment
from events.matches.leaving import seats_leave_all
from events.matches.opening import seat_of
from events.models import Due, Match, Outbox, Player, Seat
from tests.support.people import Person, full_table, open_match
from tests.support.races import at_once
from tests.support.services.databases import on_each_database

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

SEED = "5e" * 32
COMMITTED = client_commitment(bytes.fromhex(SEED)).hex()


def names(match: dict[str, Any]) -> list[str | None]:
    """Who sits where."""
    return [seat["player"] and seat["player"]["name"] for seat in match["seats"]]


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_who_leaves_an_open_match_frees_the_seat() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    match = open_match(anna, 3)["id"]
    bruno.post(f"matches/{match}/join", {"seed_commitment": COMMITTED})
    left = bruno.post(f"matches/{match}/leave")
    assert left.status_code == 200
    assert left.json()["you"] is None
    assert names(left.json()) == ["Anna", None, None]
    assert left.json()["seats"][1]["contribution"] == "none"
    assert code(bruno.post(f"matches/{match}/leave")) == (403, "not_seated")
    assert names(clara.post(f"matches/{match}/join").json()) == ["Anna", "Clara", None]
    assert names(bruno.post(f"matches/{match}/join").json()) == ["Anna", "Clara", "Bruno"]


def test_the_first_person_left_becomes_the_creator() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    match = open_match(anna, 4, bots=1)["id"]
    bruno.post(f"matches/{match}/join")
    assert anna.post(f"matches/{match}/leave").json()["creator"] == bruno.player
    assert names(bruno.match(match)) == [None, "Bruno", None, "Ophélie"]
    assert bruno.post(f"matches/{match}/start", {"bots": True}).status_code == 200


def test_a_match_that_everybody_leaves_is_called_off() -> None:
    anna = Person.guest()
    match = open_match(anna, 3, bots=1)["id"]
    assert anna.post(f"matches/{match}/leave").json()["status"] == "cancelled"
    shown = Person().match(match)
    assert (shown["status"], shown["version"], shown["view"]) == ("cancelled", 0, None)
    assert shown["finished_at"]
    assert Person().get(f"matches/{match}/events").json()["events"] == []
    assert code(Person().get(f"matches/{match}/export")) == (409, "match_never_began")
    assert code(Person.guest().post(f"matches/{match}/join")) == (409, "match_not_open")


def test_a_running_match_is_not_left_but_resigned() -> None:
    match, people = full_table(2)
    assert code(people[0].post(f"matches/{match}/leave")) == (409, "resign_instead")
    open_one = open_match(people[0], 2)["id"]
    assert code(people[0].post(f"matches/{open_one}/resign")) == (409, "leave_instead")
    assert code(people[1].post(f"matches/{open_one}/resign")) == (403, "not_seated")


def test_leaving_stops_the_wait_for_seeds() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    match = open_match(anna, 2, seed_commitment=COMMITTED)["id"]
    joined = bruno.post(f"matches/{match}/join", {"seed_commitment": COMMITTED}).json()
    assert joined["starting"]["waiting_for"] == [0, 1]
    assert bruno.post(f"matches/{match}/leave").json()["starting"] is None
    assert not Due.objects.filter(match_id=match, kind=Due.Kind.SEEDS).exists()
    assert code(anna.post(f"matches/{match}/seed", {"seed": SEED})) == (409, "seed_not_expected")
    joined = clara.post(f"matches/{match}/join").json()
    assert joined["starting"]["waiting_for"] == [0]
    anna.post(f"matches/{match}/seed", {"seed": SEED})
    assert anna.match(match)["status"] == "running"


def test_nobody_commits_to_a_seed_once_others_have_told_theirs() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    match = open_match(anna, 2, seed_commitment=COMMITTED)["id"]
    bruno.post(f"matches/{match}/join", {"seed_commitment": COMMITTED})
    anna.post(f"matches/{match}/seed", {"seed": SEED})
    bruno.post(f"matches/{match}/leave")
    late = clara.post(f"matches/{match}/join", {"seed_commitment": COMMITTED})
    assert code(late) == (409, "seeds_already_revealed")
    started = clara.post(f"matches/{match}/join").json()
    assert [seat["contribution"] for seat in started["seats"]] == ["revealed", "none"]
    assert started["status"] == "running"


def test_the_creator_frees_seats_before_the_start() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    match = open_match(anna, 3, bots=1)["id"]
    bruno.post(f"matches/{match}/join", {"seed_commitment": COMMITTED})
    path = f"matches/{match}/remove"
    assert code(bruno.post(path, {"seat": 0})) == (403, "not_creator")
    assert code(anna.post(path, {"seat": 0})) == (422, "own_seat")
    assert code(anna.post(path, {"seat": 3})) == (422, "no_such_seat")
    assert names(anna.post(path, {"seat": 1}).json()) == ["Anna", None, "Ophélie"]
    assert code(anna.post(path, {"seat": 1})) == (409, "seat_free")
    assert names(anna.post(path, {"seat": 2}).json()) == ["Anna", None, None]


def test_a_removed_player_does_not_come_back_by_themselves() -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    match = open_match(anna, 3)["id"]
    invite = anna.post(f"matches/{match}/invitations").json()["invite"]
    bruno.post(f"matches/{match}/join")
    anna.post(f"matches/{match}/remove", {"seat": 1})
    for body in ({}, {"invite": invite}):
        assert code(bruno.post(f"matches/{match}/join", body)) == (403, "was_removed")
    listed = bruno.get("matches?status=open&limit=100").json()["results"]
    assert match not in [one["id"] for one in listed]
    assert Person.guest().post(f"matches/{match}/join").status_code == 200


def test_a_removed_player_comes_back_when_invited_anew_by_name() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email="zoe4@example.org")
    match = open_match(anna, 3, visibility="private")["id"]
    by_name = {"email": "zoe4@example.org"}
    secrets = [anna.post(f"matches/{match}/invitations", by_name).json()["invite"]]
    secrets.append(anna.post(f"matches/{match}/invitations").json()["invite"])
    for _ in range(2):
        assert zoe.post(f"matches/{match}/join").status_code == 200
        anna.post(f"matches/{match}/remove", {"seat": 1})
        assert zoe.get(f"matches/{match}").status_code == 404
        assert zoe.get("me/invitations").json()["results"] == []
        refused = [zoe.post(f"matches/{match}/join", {"invite": one}) for one in secrets]
        assert [code(one) for one in refused] == [(404, "match_not_found"), (403, "was_removed")]
        assert not Outbox.objects.filter(match_id=match, recipient_id=zoe.player).exists()
        anna.post(f"matches/{match}/invitations", by_name)
        assert Outbox.objects.get(match_id=match).recipient_id == zoe.player


def test_a_removed_guest_comes_back_by_a_new_link_of_the_creator_alone() -> None:
    anna, bruno, carla = (Person.guest() for _ in range(3))
    match = open_match(anna, 4)["id"]
    for person in (bruno, carla):
        person.post(f"matches/{match}/join")
    anna.post(f"matches/{match}/remove", {"seat": 1})
    by_carla, by_anna = (
        person.post(f"matches/{match}/invitations").json()["invite"] for person in (carla, anna)
    )
    refused = bruno.post(f"matches/{match}/join", {"invite": by_carla})
    assert code(refused) == (403, "was_removed")
    assert bruno.post(f"matches/{match}/join", {"invite": by_anna}).status_code == 200


def test_who_was_removed_as_a_guest_is_so_with_an_account_too() -> None:
    anna, guest = Person.guest(), Person.guest()
    zoe = Person.account("Zoé", email="zoe5@example.org")
    match = open_match(anna, 3)["id"]
    guest.post(f"matches/{match}/join")
    anna.post(f"matches/{match}/remove", {"seat": 1})
    with transaction.atomic():
        guest_merge(
            guest=Player.objects.get(id=guest.player), into=Player.objects.get(id=zoe.player)
        )
    assert code(zoe.post(f"matches/{match}/join")) == (403, "was_removed")


def test_a_removed_player_of_a_private_match_knows_it_no_more() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 3, visibility="private")["id"]
    invite = anna.post(f"matches/{match}/invitations").json()["invite"]
    bruno.post(f"matches/{match}/join", {"invite": invite})
    anna.post(f"matches/{match}/remove", {"seat": 1})
    assert bruno.get(f"matches/{match}").status_code == 404
    assert code(bruno.post(f"matches/{match}/leave")) == (404, "match_not_found")
    assert code(bruno.post(f"matches/{match}/join", {"invite": invite})) == (403, "was_removed")


def test_a_kept_seat_is_for_its_person_only() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    match = open_match(anna, 2, visibility="private")["id"]
    Seat.objects.filter(match_id=match, number=1).update(kept_for_id=bruno.player)
    invite = anna.post(f"matches/{match}/invitations").json()["invite"]
    full = clara.post(f"matches/{match}/join", {"invite": invite})
    assert code(full) == (409, "match_full")
    assert clara.get(f"matches/{match}").status_code == 404
    seen = bruno.match(match)
    assert seen["you"] is None
    assert seen["seats"][1]["kept_for"]["name"] == "Bruno"
    joined = bruno.post(f"matches/{match}/join").json()
    assert (joined["you"], joined["status"]) == (1, "running")
    assert joined["seats"][1]["kept_for"] is None


def test_who_does_not_want_a_kept_seat_leaves_it() -> None:
    anna, bruno, clara = Person.guest(), Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    Seat.objects.filter(match_id=match, number=1).update(kept_for_id=bruno.player)
    assert bruno.post(f"matches/{match}/leave").json()["seats"][1]["kept_for"] is None
    assert clara.post(f"matches/{match}/join").status_code == 200


def test_bots_take_kept_seats_too() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    Seat.objects.filter(match_id=match, number=1).update(kept_for_id=bruno.player)
    started = anna.post(f"matches/{match}/start", {"bots": True}).json()
    assert started["status"] == "running"
    assert started["seats"][1]["player"]["kind"] == "bot"
    assert started["seats"][1]["kept_for"] is None


def bots_at(match: dict[str, Any]) -> list[tuple[str, int] | None]:
    """The name and level of each bot, None for a person."""
    sitters = [seat["player"] for seat in match["seats"]]
    return [(one["name"], one["level"]) if "level" in one else None for one in sitters]


def test_bots_have_the_levels_asked_for_and_keep_them_in_a_rematch() -> None:
    anna = Person.guest("Anna")
    match = open_match(anna, 4, bots=[5, 1, 5])
    assert bots_at(match) == [None, ("Ophélie", 5), ("Lulu", 1), ("Ophélie 2", 5)]
    anna.post(f"matches/{match['id']}/cancel-vote", {"agree": True})
    again = anna.post(f"matches/{match['id']}/rematch").json()
    assert bots_at(again) == [("Ophélie", 5), ("Lulu", 1), ("Ophélie 2", 5), None]


def test_a_match_is_started_with_one_level_for_each_free_seat() -> None:
    anna = Person.guest("Anna")
    match = open_match(anna, 3)["id"]
    start = partial(anna.post, f"matches/{match}/start")
    assert code(start({"bots": [4]})) == (422, "one_level_for_each_seat")
    assert code(start({"bots": []})) == (422, "bots_not_wanted")
    for levels in ([0, 1], [6, 1], ["3", 1], 2):
        assert start({"bots": levels}).status_code == 400
    assert bots_at(start({"bots": [4, 2]}).json()) == [None, ("Gaspard", 4), ("Basile", 2)]


@pytest.mark.parametrize("bots", [[1, 2, 3], [0], [6], ["1"], [1.5], [True], -1, 12])
def test_bots_that_cannot_sit_are_refused(bots: Any) -> None:
    body = {"game": "ciaociao", "seats": 3, "visibility": "private", "bots": bots}
    assert Person.guest().post("matches", body).status_code in (400, 422)


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_has_blocked_the_other_does_not_sit_at_one_table(blocker: int) -> None:
    both = [Person.guest(), Person.guest()]
    match = open_match(both[0], 3)["id"]
    assert both[blocker].post(f"players/{both[1 - blocker].player}/block").status_code == 200
    refused = both[1].post(f"matches/{match}/join")
    assert code(refused) == (403, "not_welcome")
    assert names(both[0].match(match)).count(None) == 2


def test_who_leaves_for_good_leaves_every_table() -> None:
    match, people = full_table(3)
    anna = people[0]
    alone, shared = open_match(anna, 2)["id"], open_match(anna, 3)["id"]
    people[1].post(f"matches/{shared}/join")
    kept = open_match(people[1], 2)["id"]
    Seat.objects.filter(match_id=kept, number=1).update(kept_for_id=anna.player)
    player = Player.objects.get(id=anna.player)
    with transaction.atomic():
        seats_leave_all(player=player)
    assert people[1].match(match)["seats"][0]["gone"]
    assert Match.objects.get(id=alone).status == "cancelled"
    assert Match.objects.get(id=shared).creator_id == people[1].player
    assert seat_of(Match.objects.get(id=shared), player) is None
    assert not Seat.objects.filter(kept_for=player).exists()
    seats_leave_all(player=player)


@on_each_database
def test_a_seat_left_and_taken_at_once_is_never_lost() -> None:
    anna, *others = (Person.guest(f"P{number}") for number in range(7))
    match = open_match(anna, 4)["id"]
    others[0].post(f"matches/{match}/join")
    leave = partial(others[0].post, f"matches/{match}/leave")
    join = [partial(person.post, f"matches/{match}/join") for person in others[1:]]
    answers = at_once([leave, *join])
    taken = [answer for answer in answers[1:] if answer.status_code == 200]
    shown = anna.match(match)
    sitting = [name for name in names(shown) if name]
    assert len(set(sitting)) == len(sitting)
    if answers[0].status_code == 200:
        assert len(taken) == 3
    else:
        assert (len(taken), code(answers[0])) == (2, (409, "resign_instead"))
    assert shown["status"] == "running"
