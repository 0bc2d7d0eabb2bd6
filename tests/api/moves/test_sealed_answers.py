"""Early answers: sealed, changed, seen by their owner alone, used in turn."""

import pytest

from events.models import SealedAnswer
from events.seats.sealed_answers import CHANGES_MOST
from games.chance import FastChance
from tests.support.people import (
    answering,
    first_choice,
    full_table,
    new_key,
    play_at_random,
)

pytestmark = pytest.mark.usefixtures("database", "redis_url")


def test_an_early_answer_is_sealed_seen_by_its_owner_alone_and_used_in_turn() -> None:
    match, announcer, (first, last) = answering(3)
    before = {person: person.match(match) for person in (announcer, first)}
    response = last.play(match, {"type": "doubt"})
    assert response.status_code == 202
    answer = response.json()
    assert answer["events"] == []
    assert answer["receipt"].keys() == {"asked", "digest", "key_id", "signature"}
    assert answer["match"]["sealed"] == {"type": "doubt"}
    assert answer["match"]["choices"] == [{"type": "believe"}, {"type": "doubt"}]
    for person, was in before.items():
        now = person.match(match)
        assert now | {"server_time": ""} == was | {"server_time": ""}

    taken = first.play(match, {"type": "believe"}).json()
    kinds = [event["type"] for event in taken["events"]]
    assert kinds[:2] == ["announcement_believed", "announcement_doubted"]
    assert taken["events"][1]["actor"] == last.match(match)["you"]


def test_a_sealed_answer_can_be_changed() -> None:
    match, _, (first, last) = answering(3)
    last.play(match, {"type": "doubt"})
    last.play(match, {"type": "believe"})
    assert last.match(match)["sealed"] == {"type": "believe"}
    taken = first.play(match, {"type": "believe"}).json()
    assert [event["type"] for event in taken["events"]][1] == "announcement_believed"
    assert SealedAnswer.objects.filter(match_id=match).count() == 2


def test_a_sealed_answer_can_be_changed_only_so_often() -> None:
    match, _, (first, last) = answering(3)
    answers = [{"type": kind} for kind in ("doubt", "believe")]
    for change in range(CHANGES_MOST):
        assert last.play(match, answers[change % 2]).status_code == 202
    refused = last.play(match, {"type": "doubt"})
    assert (refused.status_code, refused.json()["code"]) == (409, "sealed_too_often")
    assert last.match(match)["sealed"] == {"type": "believe"}
    assert first.play(match, {"type": "believe"}).status_code == 201


def test_expected_asked_holds_while_others_answer_and_no_longer() -> None:
    match, _, (first, second) = answering(3)
    asked = second.match(match)["asked"]
    first.play(match, {"type": "believe"})
    assert second.match(match)["asked"] == asked
    accepted = second.play(match, {"type": "believe"}, expected_asked=asked)
    assert accepted.status_code == 201
    late = second.play(match, {"type": "believe"}, expected_asked=asked)
    assert (late.status_code, late.json()["code"]) == (409, "question_closed")


def test_a_repeated_seal_that_was_changed_since_shows_what_is_sealed_now() -> None:
    match, _, (_, last) = answering(3)
    key = new_key()
    assert last.play(match, {"type": "doubt"}, key).json()["match"]["sealed"] == {"type": "doubt"}
    last.play(match, {"type": "believe"})
    again = last.play(match, {"type": "doubt"}, key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (202, "true")
    assert again.json()["match"]["sealed"] == {"type": "believe"}


def test_everybody_may_count_their_keys_alike_early_answers_included() -> None:
    match, people = full_table(3)
    turns = [0, 0, 0]
    for _ in range(40):
        for seat in reversed(people[0].match(match)["awaiting"]):
            turns[seat] += 1
            move = first_choice(people[seat].match(match))
            assert people[seat].play(match, move, f"move-{turns[seat]}").status_code in (201, 202)


def test_moves_are_offered_where_a_question_is_open_and_nowhere_else() -> None:
    match, people = full_table(3, game="ptipasspass")
    chance, is_forced = FastChance("P11"), False
    while not is_forced:
        play_at_random(match, people, 1, chance)
        for seat, person in enumerate(people):
            shown = person.match(match)
            assert bool(shown["choices"]) == (shown["asked"] is not None), shown
            is_forced |= seat in shown["view"]["answerers"] and seat not in shown["awaiting"]
