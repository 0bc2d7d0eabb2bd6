"""Answers that stand for questions to come, by the interface."""

import re
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import LoggedEvent, Outbox, SealedAnswer, Seat
from tests.proofs.both import proved
from tests.support.people import Person, full_table, new_key, play_to_the_end
from verify import verified

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

BELIEVE = {"type": "believe"}


def announcing(match: str, people: list[Person]) -> int:
    """Whose turn it is to announce."""
    turn: int = people[0].match(match)["view"]["turn"]
    return turn


def stands(person: Person, match: str, **more: Any) -> Any:
    return person.post(f"matches/{match}/standing", {"move": BELIEVE} | more, new_key())


def announce(match: str, people: list[Person], number: int = 1) -> None:
    turn = announcing(match, people)
    played = people[turn].play(match, {"type": "announce", "number": number})
    assert played.status_code == 201, played.content


def test_an_answer_stands_until_it_is_withdrawn() -> None:
    match, people = full_table(2)
    turn = announcing(match, people)
    other = people[1 - turn]
    answer = stands(other, match)
    assert answer.status_code == 200, answer.content
    assert answer.json() == {"standing": {"move": BELIEVE, "until": "changed"}}
    announce(match, people)
    assert announcing(match, people) == 1 - turn
    assert LoggedEvent.objects.filter(match=match, type="announcement_believed").count() == 1
    announce(match, people)  # whose answer stands announces; nobody answers for the first
    assert people[turn].match(match)["awaiting"] == [turn]
    people[turn].play(match, BELIEVE)
    assert other.delete(f"matches/{match}/standing").json() == {"standing": None}
    announce(match, people)
    assert people[0].match(match)["awaiting"] == [1 - turn]


def test_one_until_a_turn_is_over_with_it() -> None:
    match, people = full_table(2)
    turn = announcing(match, people)
    assert stands(people[1 - turn], match, until="turn").status_code == 200
    announce(match, people)
    assert announcing(match, people) == 1 - turn
    assert people[1 - turn].get(f"matches/{match}/standing").json() == {"standing": None}


def test_it_is_sealed_like_any_early_answer() -> None:
    match, people = full_table(3)
    turn = announcing(match, people)
    last = people[(turn + 2) % 3]
    assert stands(last, match).status_code == 200
    announce(match, people)
    shown = people[turn].match(match)
    assert sorted(shown["awaiting"]) == sorted([(turn + 1) % 3, (turn + 2) % 3])
    assert "standing" not in str(shown)
    assert last.match(match)["sealed"] == BELIEVE
    told = Outbox.objects.filter(match=match, kind="your_turn", seq__gt=3)
    assert last.player not in told.values_list("recipient", flat=True)
    assert last.play(match, {"type": "doubt"}).status_code == 202
    assert last.match(match)["sealed"] == {"type": "doubt"}


def test_withdrawn_it_still_answers_the_question_that_is_open() -> None:
    match, people = full_table(3)
    turn = announcing(match, people)
    now, last = people[(turn + 1) % 3], people[(turn + 2) % 3]
    stands(last, match)
    announce(match, people)
    assert last.delete(f"matches/{match}/standing").json() == {"standing": None}
    assert last.match(match)["sealed"] == BELIEVE
    assert last.get("me/turns").json()["count"] == 0
    now.play(match, BELIEVE)
    assert LoggedEvent.objects.filter(match=match, type="announcement_believed").count() == 2


def test_the_request_of_the_mover_does_the_same_work_with_and_without_it() -> None:
    """Else who watches the time of their own requests could tell."""
    executed = []
    for standing in (False, True):
        match, people = full_table(3)
        turn = announcing(match, people)
        if standing:
            stands(people[(turn + 2) % 3], match)
        with CaptureQueriesContext(connection) as queries:
            announce(match, people)
        executed.append([re.sub(r"'[^']*'|[0-9]+", "?", query["sql"]) for query in queries])
    assert executed[0] == executed[1]


def test_a_question_that_is_open_is_answered_too() -> None:
    match, people = full_table(2)
    turn = announcing(match, people)
    announce(match, people)
    answer = stands(people[1 - turn], match)
    assert answer.status_code == 200
    assert announcing(match, people) == 1 - turn
    shown = people[turn].match(match)
    receipt = answer.json()["receipt"]
    assert (receipt["seq"], receipt["head"]) == (shown["version"], shown["head"])


def test_one_given_before_its_turn_is_sealed_and_has_a_receipt_too() -> None:
    match, people = full_table(3)
    turn = announcing(match, people)
    announce(match, people)
    answer = stands(people[(turn + 2) % 3], match).json()
    (sealed,) = SealedAnswer.objects.filter(match=match)
    assert answer["receipt"]["asked"] == sealed.asked
    assert answer["receipt"]["digest"] == sha256(sealed.move.encode()).hexdigest()


def test_a_match_with_answers_that_stand_is_proved() -> None:
    match, people = full_table(3)
    receipts = []
    for person in people[1:]:
        receipts.append(stands(person, match).json().get("receipt"))
    play_to_the_end(match, people)
    export = people[0].get(f"matches/{match}/export").json()
    assert "sealed" in {event["cause"]["by"] for event in export["events"] if event["cause"]}
    proved(export)
    verified(export, list(filter(None, receipts)))


def test_only_what_lets_things_pass_can_stand() -> None:
    match, people = full_table(2)
    for move, status in (({"type": "doubt"}, 422), ({"type": "x"}, 400), ({}, 400)):
        assert stands(people[0], match, move=move).status_code == status
    assert stands(people[0], match, until="never").status_code == 400
    assert stands(Person.guest(), match).status_code == 403
    assert not Seat.objects.filter(match=match).exclude(standing="").exists()
