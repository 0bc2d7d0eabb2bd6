"""A match is called off when everybody still in it agrees, as it stands."""

from functools import partial
from typing import Any

import pytest

from events.models import Due, LoggedEvent, Match, Outbox, Seat
from tests.proofs.second_verifier import verified
from tests.support.people import Person, first_choice, full_table, open_match
from tests.support.races import at_once
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def vote(person: Person, match: str, agree: bool = True) -> Any:
    return person.post(f"matches/{match}/cancel-vote", {"agree": agree})


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def move(match: str, people: list[Person]) -> None:
    """Somebody whose turn it is plays."""
    mover = people[people[0].match(match)["awaiting"][0]]
    assert mover.play(match, first_choice(mover.match(match))).status_code == 201


def test_it_is_called_off_when_all_agree() -> None:
    match, people = full_table(3)
    move(match, people)
    assert vote(people[0], match).json()["cancel_votes"] == [0]
    assert vote(people[2], match).json()["cancel_votes"] == [0, 2]
    ended = vote(people[1], match).json()
    assert (ended["status"], ended["outcome"], ended["cancel_votes"]) == ("cancelled", None, [])
    assert (ended["awaiting"], ended["choices"]) == ([], [])
    assert ended["finished_at"]
    assert not Seat.objects.filter(match_id=match, rank__isnull=False).exists()
    assert not Seat.objects.filter(match_id=match, asked__isnull=False).exists()
    told = Outbox.objects.filter(match_id=match, kind=Outbox.Kind.FINISHED)
    assert set(told.values_list("recipient_id", flat=True)) == {p.player for p in people}
    verified(Person().get(f"matches/{match}/export").json())
    events = Person().get(f"matches/{match}/events").json()["events"]
    assert events[-1]["type"] == "match_cancelled"
    assert code(vote(people[0], match)) == (409, "match_ended")
    assert code(people[0].post(f"matches/{match}/resign")) == (409, "match_ended")
    assert code(people[0].play(match, {"type": "believe"})) == (422, "match_over")


def test_a_vote_lasts_until_the_next_move() -> None:
    match, people = full_table(2)
    vote(people[0], match)
    move(match, people)
    assert people[0].match(match)["cancel_votes"] == []
    assert vote(people[1], match).json()["status"] == "running"
    assert vote(people[0], match).json()["status"] == "cancelled"


def test_time_that_is_given_leaves_a_vote_alone() -> None:
    match, people = full_table(2)
    vote(people[0], match)
    awaited = people[0].match(match)["awaiting"][0]
    giver = people[1 - awaited]
    assert giver.post(f"matches/{match}/more-time", {"seat": awaited}).status_code == 200
    assert people[0].match(match)["cancel_votes"] == [0]
    assert vote(people[1], match).json()["status"] == "cancelled"


def test_a_vote_can_be_withdrawn() -> None:
    match, people = full_table(2)
    vote(people[0], match)
    assert vote(people[0], match, agree=False).json()["cancel_votes"] == []
    assert vote(people[1], match).json()["status"] == "running"
    assert vote(people[1], match).json()["cancel_votes"] == [1]


def test_neither_bots_nor_leavers_are_asked() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 4, bots=2)["id"]
    bruno.post(f"matches/{match}/join")
    bruno.post(f"matches/{match}/resign")
    sweep_all()
    assert vote(anna, match).json()["status"] == "cancelled"
    assert not Due.objects.filter(match_id=match).exists()
    told = Outbox.objects.filter(match_id=match, kind=Outbox.Kind.FINISHED)
    assert [notice.recipient_id for notice in told] == [anna.player]
    verified(anna.get(f"matches/{match}/export").json())


def test_the_answer_to_a_vote_given_again_brings_nothing_faded_back() -> None:
    match, people = full_table(2, game="bonbons", options={"memory": "table"})
    path = f"matches/{match}/cancel-vote"
    mover = people[people[0].match(match)["awaiting"][0]]
    mover.play(match, first_choice(mover.match(match)))
    first = mover.post(path, {"agree": True}, "faded")
    assert mover.post(path, {"agree": True}, "faded").content == first.content
    for _ in range(6):
        move(match, people)
    again = mover.post(path, {"agree": True}, "faded")
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    shown = mover.match(match)
    assert again.json() | {"server_time": ""} == shown | {"server_time": ""}
    assert shown["cancel_votes"] == []


def test_only_who_sits_at_a_running_match_votes() -> None:
    match, people = full_table(2)
    assert code(vote(Person.guest(), match)) == (403, "not_seated")
    assert vote(Person(), match).status_code == 401
    unstarted = open_match(people[0], 2)["id"]
    assert code(vote(people[0], unstarted)) == (409, "match_not_started")
    bodies: list[object] = [{"agree": None}, {"agree": 1}, {}, []]
    for body in bodies:
        answer = people[0].post(f"matches/{match}/cancel-vote", body)
        assert code(answer) == (400, "malformed")


def test_everybody_agreeing_at_once_calls_it_off_once() -> None:
    match, people = full_table(4)
    answers = at_once([partial(vote, person, match) for person in people])
    assert {answer.status_code for answer in answers} == {200}
    assert Match.objects.get(id=match).status == "cancelled"
    assert LoggedEvent.objects.filter(match_id=match, type="match_cancelled").count() == 1


def test_a_vote_right_after_a_resignation_counts() -> None:
    match, people = full_table(3)
    left = next(seat for seat in (1, 2) if seat not in people[0].match(match)["awaiting"])
    people[left].post(f"matches/{match}/resign")
    other = people[3 - left]
    assert vote(people[0], match).json()["cancel_votes"] == [0]
    assert vote(other, match).json()["status"] == "cancelled"
