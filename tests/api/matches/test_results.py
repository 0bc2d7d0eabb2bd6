"""How players have done: counted once, told to whom it concerns, kept when accounts become one."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from events.accounts.merge import guest_merge
from events.models import Encounter, Match, Placing, Player
from events.players.devices import device_sign_in
from events.players.identity import player_create
from events.projections.rebuild import match_rebuild
from events.projections.results import results_recount
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, first_choice, new_address, open_match, play_to_the_end
from tests.support.races import at_once
from tests.support.services.databases import on_each_database
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


def table_of(*people: Person, **more: Any) -> str:
    """A running match of Ciao, ciao… among these."""
    match: str = open_match(people[0], len(people), **more)["id"]
    for person in people[1:]:
        assert person.post(f"matches/{match}/join").status_code == 200
    return match


def resigned(person: Person, match: str) -> int:
    """What somebody is answered who leaves."""
    return int(person.post(f"matches/{match}/resign").status_code)


def lost_by(match: str, *losers: Person) -> None:
    """They leave, the last the best of them."""
    assert {resigned(person, match) for person in losers} == {200}


def against(reader: Person, other: Person) -> Any:
    return reader.get(f"players/{other.player}").json()["head_to_head"]


def test_each_counts_against_each() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    lost_by(table_of(anna, bruno, clara), clara, bruno)
    lost_by(table_of(anna, bruno), anna)
    shown = anna.get(f"players/{bruno.player}")
    conforms("players/{player}", "get", shown)
    assert shown.json()["head_to_head"] == {"ciaociao": {"ahead": 1, "behind": 1, "level": 0}}
    assert against(clara, bruno) == {"ciaociao": {"ahead": 0, "behind": 1, "level": 0}}
    assert against(bruno, clara) == {"ciaociao": {"ahead": 1, "behind": 0, "level": 0}}


def test_who_met_whom_is_told_to_nobody_else() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    lost_by(table_of(anna, bruno), bruno)
    assert against(clara, bruno) == {}
    assert against(anna, anna) is None
    assert against(Person(), bruno) is None


def test_matches_against_bots_alone_are_told_apart() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    record = Person().get(f"players/{anna.player}").json()["record"]["ciaociao"]
    assert (record["played"], record["people"]["played"], record["bots"]["played"]) == (1, 0, 1)
    assert not Encounter.objects.filter(player_id=anna.player).exists()


def test_a_match_that_was_called_off_counts_for_nothing() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = table_of(anna, bruno)
    for person in (anna, bruno):
        person.post(f"matches/{match}/cancel-vote", {"agree": True})
    assert Match.objects.get(id=match).status == Match.Status.CANCELLED
    assert Person().get(f"players/{anna.player}").json()["record"] == {}
    assert against(anna, bruno) == {}


def test_who_calls_a_match_against_bots_off_has_left_it() -> None:
    anna = Person.guest()
    unplayed, match = (open_match(anna, 3, bots=2)["id"] for _ in range(2))
    while not anna.match(match)["choices"]:
        sweep_all()
    anna.play(match, first_choice(anna.match(match)))
    for one in (unplayed, match):
        voted = anna.post(f"matches/{one}/cancel-vote", {"agree": True}).json()
        assert (voted["status"], voted["outcome"]) == ("cancelled", None)
    record = Person().get(f"players/{anna.player}").json()["record"]["ciaociao"]
    assert record["bots"] == {"played": 1, "won": 0, "resigned": 1, "ranks": {"3": 1}}
    assert record["people"]["played"] == 0
    assert results_recount(player_id=anna.player) == 0
    assert match_rebuild(match) == match_rebuild(unplayed) == 0


def test_what_a_guest_has_done_is_added_to_the_account() -> None:
    account = player_create(locale="en", email=new_address())
    bruno = Person(device_sign_in(player=account, name="")[0], account.id)
    guest, anna = Person.guest(), Person.guest()
    lost_by(table_of(anna, bruno), bruno)
    lost_by(table_of(anna, guest), guest)
    lost_by(table_of(anna, guest), anna)
    with transaction.atomic():
        guest_merge(guest=Player.objects.get(id=guest.player), into=account)
    people = bruno.get(f"players/{account.id}").json()["record"]["ciaociao"]["people"]
    assert people == {"played": 3, "won": 1, "resigned": 2, "ranks": {"1": 1, "2": 2}}
    assert against(bruno, anna) == {"ciaociao": {"ahead": 1, "behind": 2, "level": 0}}
    assert against(anna, bruno) == {"ciaociao": {"ahead": 2, "behind": 1, "level": 0}}
    assert not Placing.objects.filter(player_id=guest.player).exists()
    for person in (anna, bruno):
        assert results_recount(player_id=person.player) == 0


def test_of_who_leaves_for_good_nothing_is_counted_any_more() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    lost_by(table_of(anna, bruno), bruno)
    last = table_of(anna, bruno, clara)
    assert bruno.delete("me").status_code == 204
    lost_by(last, clara)
    assert not Placing.objects.filter(player_id=bruno.player).exists()
    assert not Encounter.objects.filter(player_id=bruno.player).exists()
    assert not Encounter.objects.filter(other_id=bruno.player).exists()
    record = Person().get(f"players/{anna.player}").json()["record"]["ciaociao"]["people"]
    assert (record["played"], record["won"]) == (2, 2)
    for person in (anna, bruno, clara):
        assert results_recount(player_id=person.player) == 0


def test_a_copy_of_one_s_data_has_what_is_counted() -> None:
    anna, bruno = Person.guest(), Person.guest()
    lost_by(table_of(anna, bruno), bruno)
    copy = anna.get("me/export")
    conforms("me/export", "get", copy)
    assert copy.json()["record"]["ciaociao"]["won"] == 1
    assert copy.json()["opponents"] == [
        {"player": bruno.player, "game": "ciaociao", "ahead": 1, "behind": 0, "level": 0}
    ]


@on_each_database
def test_matches_that_end_at_once_are_all_counted_and_nobody_waits_in_a_circle() -> None:
    people = [Person.guest(f"P{number}") for number in range(3)]
    rounds = [people, people[::-1], people[1:] + people[:1]] * 2
    matches = [(table_of(*seated), seated) for seated in rounds]
    for match, seated in matches:
        lost_by(match, seated[2])
    statuses = at_once([partial(resigned, seated[1], match) for match, seated in matches])
    assert set(statuses) == {200}
    for person in people:
        assert sum(row.count for row in Placing.objects.filter(player_id=person.player)) == 6
        assert results_recount(player_id=person.player) == 0


@on_each_database
def test_who_leaves_many_matches_at_once_ends_them_beside_others() -> None:
    anna, bruno, clara = (Person.guest(name) for name in ("Anna", "Bruno", "Clara"))
    for other in (bruno, clara) * 3:
        table_of(anna, other)
    beside = [table_of(bruno, clara) for _ in range(3)]
    at_once(
        [lambda: int(anna.delete("me").status_code)]
        + [partial(resigned, bruno, match) for match in beside]
    )
    for person in (bruno, clara):
        placings = Placing.objects.filter(player_id=person.player)
        assert sum(row.count for row in placings) == 6
        assert results_recount(player_id=person.player) == 0
