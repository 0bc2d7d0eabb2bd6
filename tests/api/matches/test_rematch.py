"""Once more: one new match, the same people one seat further, each joining by themselves."""

from functools import partial
from typing import Any

import pytest
from django.test import override_settings

from events.models import Block, Match, Outbox, Player
from tests.support.people import Person, full_table, open_match
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def ended(seats: int, **more: Any) -> tuple[str, list[Person]]:
    """A match that all but the first have resigned from."""
    match, people = full_table(seats, **more)
    for person in people[1:]:
        assert person.post(f"matches/{match}/resign").status_code == 200
    return match, people


def again(person: Person, match: str, **body: Any) -> Any:
    return person.post(f"matches/{match}/rematch", body)


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_everybody_sits_one_seat_further() -> None:
    options = {"memory": "open"}
    match, people = ended(3, game="bonbons", options=options)
    Match.objects.filter(id=match).update(visibility="private")
    made = again(people[0], match)
    assert made.status_code == 201
    new = made.json()
    assert (new["status"], new["game"], new["visibility"]) == ("open", "bonbons", "private")
    assert new["options"]["memory"] == "open"
    assert (new["you"], new["creator"]) == (2, people[0].player)
    kept = [seat["kept_for"] and seat["kept_for"]["id"] for seat in new["seats"]]
    assert kept == [people[1].player, people[2].player, None]
    told = Outbox.objects.filter(match_id=new["id"], kind=Outbox.Kind.INVITED)
    assert {notice.recipient_id for notice in told} == {people[1].player, people[2].player}
    for person, seat in ((people[1], 0), (people[2], 1)):
        joined = person.post(f"matches/{new['id']}/join").json()
        assert joined["you"] == seat
    assert joined["status"] == "running"


def test_a_second_call_returns_the_same_match_and_takes_no_seat() -> None:
    match, people = ended(3)
    new = again(people[0], match).json()
    second = again(people[1], match)
    assert second.status_code == 200
    assert (second.json()["id"], second.json()["you"]) == (new["id"], None)
    assert second.json()["seats"][0]["kept_for"]["id"] == people[1].player
    assert again(people[0], match).status_code == 200


def test_the_ended_match_tells_its_people_and_nobody_else() -> None:
    match, people = ended(2)
    assert people[1].match(match)["rematch"] is None
    new = again(people[0], match).json()["id"]
    assert people[1].match(match)["rematch"] == new
    assert Person.guest().match(match)["rematch"] is None
    assert Person().match(match)["rematch"] is None


def test_many_who_ask_at_once_get_one_match() -> None:
    match, people = ended(4)
    answers = at_once([partial(again, person, match) for person in people])
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Match.objects.filter(rematch_of_id=match).count() == 1


def test_bots_stay_bots_and_the_match_may_begin_at_once() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    anna.post(f"matches/{match}/cancel-vote", {"agree": True})
    new = again(anna, match).json()
    assert (new["status"], new["you"]) == ("running", 1)
    assert new["seats"][0]["player"]["kind"] == "bot"


def test_the_caller_may_commit_to_a_seed() -> None:
    match, people = ended(2)
    new = again(people[0], match, seed_commitment="ab" * 32).json()
    assert [seat["contribution"] for seat in new["seats"]] == ["none", "committed"]


def test_only_who_sat_there_asks_and_only_after_the_end() -> None:
    match, people = full_table(2)
    assert code(again(people[0], match)) == (409, "match_not_ended")
    people[1].post(f"matches/{match}/resign")
    assert code(again(Person.guest(), match)) == (403, "not_seated")
    assert code(again(people[0], match, seed_commitment="x")) == (400, "malformed")
    private, others = ended(2)
    Match.objects.filter(id=private).update(visibility="private")
    assert code(again(people[0], private)) == (404, "match_not_found")
    assert again(others[0], private).status_code == 201


def test_one_that_was_called_off_before_it_began_makes_room_for_another() -> None:
    match, people = ended(2)
    first = again(people[0], match).json()["id"]
    people[0].post(f"matches/{first}/leave")
    assert people[0].match(match)["rematch"] is None
    second = again(people[1], match)
    assert second.status_code == 201
    assert second.json()["id"] != first
    assert people[0].match(match)["rematch"] == second.json()["id"]


def test_who_blocked_the_caller_is_not_told_and_who_left_for_good_gets_no_seat() -> None:
    match, people = ended(3)
    Player.objects.filter(id=people[2].player).update(left_at="2026-01-01T00:00:00Z")
    Block.objects.create(
        player_id=people[1].player,
        other_id=people[0].player,
        kind=Block.Kind.BLOCK,
        at="2026-01-01T00:00:00Z",
    )
    new = again(people[0], match).json()
    kept = [seat["kept_for"] and seat["kept_for"]["id"] for seat in new["seats"]]
    assert kept == [people[1].player, None, None]
    assert not Outbox.objects.filter(match_id=new["id"]).exists()


def test_a_rematch_with_bots_counts_as_a_match_with_bots() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    anna.post(f"matches/{match}/resign")
    with override_settings(BOT_MATCHES_PER_DAY=1):
        assert code(again(anna, match)) == (429, "daily_limit_reached")


@override_settings(MATCHES_PER_DAY=2)
def test_matches_have_a_daily_limit_and_rematches_count() -> None:
    anna = Person.guest()
    left = open_match(anna, 2)["id"]
    assert anna.post(f"matches/{left}/leave").status_code == 200
    match = open_match(anna, 2, bots=1)["id"]
    anna.post(f"matches/{match}/resign")
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    refused = [again(anna, match), anna.post("matches", body)]
    assert {code(answer) for answer in refused} == {(429, "daily_limit_reached")}
