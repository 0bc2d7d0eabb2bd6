"""What waits for me: the badge of an app."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from events.models import Seat
from tests.support.people import Person, first_choice, full_table, open_match

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


def turns(person: Person) -> list[str]:
    answer = person.get("me/turns").json()
    assert answer["count"] == len(answer["results"])
    return [turn["id"] for turn in answer["results"]]


def test_only_matches_in_which_people_wait_fill_a_badge() -> None:
    match, people = full_table(2)
    mover = mover_of(match, people)
    alone = open_match(mover, 2, bots=1, visibility="private")["id"]
    Seat.objects.filter(match_id=alone, player_id=mover.player).update(
        asked=1, asked_at=timezone.now()
    )
    answer = mover.get("me/turns").json()
    assert (answer["count"], answer["badge"]) == (2, 1)


def mover_of(match: str, people: list[Person]) -> Person:
    seat: int = people[0].match(match)["awaiting"][0]
    return people[seat]


def test_a_turn_says_which_question_waits_since_when_and_with_whom() -> None:
    match, people = full_table(3)
    mover = mover_of(match, people)
    (turn,) = mover.get("me/turns").json()["results"]
    shown = mover.match(match)
    assert (turn["id"], turn["game"], turn["you"]) == (match, "ciaociao", shown["you"])
    assert turn["asked"] == shown["asked"]
    assert turn["since"] == mover.get(f"matches/{match}/events").json()["events"][-1]["at"]
    assert turn["deadline"]["until"] == {str(shown["you"]): shown["deadline"]["at"]}
    others = [seat["player"] for seat in shown["seats"] if seat["seat"] != shown["you"]]
    assert turn["others"] == others


def test_turns_come_and_go_with_the_moves() -> None:
    match, people = full_table(2)
    mover = mover_of(match, people)
    (other,) = [person for person in people if person is not mover]
    assert (turns(mover), turns(other)) == ([match], [])
    mover.play(match, {"type": "announce", "number": 1})
    assert (turns(mover), turns(other)) == ([], [match])
    other.post(f"matches/{match}/resign")
    assert (turns(mover), turns(other)) == ([], [])


def test_an_open_match_waits_for_nobody_s_move() -> None:
    anna = Person.guest()
    open_match(anna, 2)
    assert turns(anna) == []


def test_who_has_sealed_an_answer_has_nothing_to_do_and_nobody_else_can_tell() -> None:
    match, people = full_table(3)
    mover_of(match, people).play(match, {"type": "announce", "number": 2})
    first, last = (people[seat] for seat in people[0].match(match)["view"]["answerers"])
    assert turns(first) == turns(last) == [match]
    assert last.play(match, {"type": "believe"}).status_code == 202
    assert turns(last) == []
    assert not last.get("me/matches").json()["results"][0]["awaiting_you"]
    assert turns(first) == [match]
    assert len(first.match(match)["awaiting"]) == 2


def test_a_seal_for_an_earlier_question_does_not_answer_the_next() -> None:
    match, people = full_table(3)
    mover_of(match, people).play(match, {"type": "announce", "number": 2})
    first, last = (people[seat] for seat in people[0].match(match)["view"]["answerers"])
    last.play(match, {"type": "believe"})
    first.play(match, first_choice(first.match(match)))
    for person in people:
        shown = person.match(match)
        assert turns(person) == ([match] if shown["you"] in shown["awaiting"] else [])


def test_the_most_urgent_comes_first_in_pages_with_the_whole_count() -> None:
    anna = Person.guest()
    matches: list[str] = []
    while len(matches) < 5:
        match = open_match(anna, 2)["id"]
        other = Person.guest()
        other.post(f"matches/{match}/join")
        if mover_of(match, [anna, other]) is anna:
            matches.append(match)
    now = timezone.now()
    for hours, match in enumerate(matches):
        since = now - timedelta(hours=hours // 2)
        Seat.objects.filter(match_id=match, player_id=anna.player).update(
            asked_at=since, deadline=since + timedelta(days=3)
        )
    found: list[str] = []
    cursor = ""
    while True:
        page: dict[str, Any] = anna.get(f"me/turns?limit=2{cursor}").json()
        assert page["count"] == 5
        found += [turn["id"] for turn in page["results"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == [matches[4], matches[2], matches[3], matches[0], matches[1]]
