"""A repeated request with its idempotency key gets the first answer and changes nothing."""

import pytest

from events.models import LoggedEvent
from tests.support.people import (
    Person,
    answering,
    first_choice,
    new_key,
    open_match,
)

pytestmark = pytest.mark.usefixtures("database", "redis_url")


def test_a_repeated_move_gets_the_first_answer_and_changes_nothing() -> None:
    match, _, (first,) = answering(2)
    key = new_key()
    answers = [first.play(match, {"type": "believe"}, key) for _ in range(5)]
    assert {response.content for response in answers} == {answers[0].content}
    assert {response.status_code for response in answers} == {201}
    replayed = [response.headers.get("Idempotent-Replayed") for response in answers]
    assert replayed == [None] + ["true"] * 4
    believed = LoggedEvent.objects.filter(match_id=match, type="announcement_believed")
    assert believed.count() == 1


def test_an_old_key_is_answered_with_the_match_as_it_is_now() -> None:
    match, _, (first,) = answering(2)
    key = new_key()
    original = first.play(match, {"type": "believe"}, key).json()
    shown = first.match(match)
    first.play(match, first_choice(shown))
    again = first.play(match, {"type": "believe"}, key)
    assert again.status_code == 201
    assert again.json()["receipt"] == original["receipt"]
    seqs = [event["seq"] for event in original["events"]]
    assert [event["seq"] for event in again.json()["events"]] == seqs
    assert again.json()["match"]["version"] == first.match(match)["version"]


def test_a_key_belongs_to_one_request_of_one_player() -> None:
    match, _, (first, second) = answering(3)
    key = new_key()
    assert first.play(match, {"type": "believe"}, key).status_code == 201
    other = first.play(match, {"type": "doubt"}, key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert second.play(match, {"type": "believe"}, f'"{key}"').status_code == 201


def test_a_key_belongs_to_one_path() -> None:
    anna, key = Person.guest(), new_key()
    one, other = (open_match(Person.guest(), 3)["id"] for _ in range(2))
    assert anna.post(f"matches/{one}/join", {}, key).status_code == 200
    refused = anna.post(f"matches/{other}/join", {}, key)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
    assert anna.match(other)["you"] is None


def test_moves_of_others_leave_the_first_answer_as_it_was() -> None:
    match, _, (first, last) = answering(3)
    key = new_key()
    answer = first.play(match, {"type": "believe"}, key)
    assert last.play(match, {"type": "believe"}, new_key()).status_code == 201
    assert first.play(match, {"type": "believe"}, key).content == answer.content


def test_who_has_resigned_since_is_shown_the_match_as_it_is_now() -> None:
    match, _, (first, _) = answering(3)
    key = new_key()
    before = first.play(match, {"type": "believe"}, key).json()["match"]["version"]
    first.post(f"matches/{match}/resign")
    again = first.play(match, {"type": "believe"}, key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert again.json()["match"]["version"] == first.match(match)["version"] > before


def test_a_refusal_frees_the_key() -> None:
    match, _, (first, _) = answering(3)
    key = new_key()
    assert first.play(match, {"type": "push", "step": 1}, key).status_code == 422
    assert first.play(match, {"type": "believe"}, key).status_code == 201


def test_creating_with_a_key_creates_once() -> None:
    anna = Person.guest()
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    first, again = (anna.post("matches", body, key="once") for _ in range(2))
    assert first.content == again.content
    assert first.status_code == again.status_code == 201
