"""The ETag of the answer to a move is that of the match when it is read next."""

from typing import Any

import pytest

from games.chance import FastChance
from games.registry import all_games
from tests.support.people import Person, answering, first_choice, full_table, new_key, random_choice

pytestmark = pytest.mark.usefixtures("database", "redis_url")

TURNS = 12


def read_again(person: Person, match: str, answer: Any, **more: str) -> int:
    """The status of reading the match by the ETag of an answer."""
    status: int = person.get(
        f"matches/{match}", **{"If-None-Match": answer.headers["ETag"]}, **more
    ).status_code
    return status


@pytest.mark.parametrize("game", all_games())
def test_a_match_that_a_move_has_shown_is_not_sent_again(game: str) -> None:
    match, people = full_table(3, game=game)
    chance = FastChance(game)
    for _ in range(TURNS):
        shown = people[0].match(match)
        if shown["status"] != "running":
            break
        mover = people[shown["awaiting"][0]]
        answer = mover.play(match, random_choice(mover.match(match), chance))
        assert answer.status_code == 201
        assert read_again(mover, match, answer) == 304
        others = [person for person in people if person is not mover]
        assert {read_again(other, match, answer) for other in others} == {200}


def test_a_sealed_answer_has_the_etag_of_the_match_with_it() -> None:
    match, _, (_, second) = answering(3)
    sealed = second.play(match, {"type": "believe"})
    assert sealed.status_code == 202
    assert read_again(second, match, sealed) == 304
    other = second.play(match, {"type": "doubt"})
    assert read_again(second, match, other) == 304
    assert read_again(second, match, sealed) == 200


@pytest.mark.parametrize("accepted", ["fr-FR", ""], ids=["asked for", "the player's own"])
def test_the_view_and_the_batch_give_one_etag_for_each_language(accepted: str) -> None:
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    mover.patch("me", {"locale": "fr"})
    path, key = f"matches/{match}/moves", new_key()
    body = {"move": first_choice(mover.match(match))}
    language = {"Accept-Language": accepted}
    batched = mover.post(path, body, key, **language)
    by_view = mover.post(path, body, key, **language)
    assert by_view.headers["Idempotent-Replayed"] == "true"
    assert batched.headers["ETag"] == by_view.headers["ETag"]
    assert read_again(mover, match, batched, **language) == 304
    assert read_again(mover, match, batched, **{"Accept-Language": "en"}) == 200


def test_an_old_key_has_the_etag_of_the_match_as_it_is_now() -> None:
    match, _, (first,) = answering(2)
    key = new_key()
    first.play(match, {"type": "believe"}, key)
    first.play(match, first_choice(first.match(match)))
    assert read_again(first, match, first.play(match, {"type": "believe"}, key)) == 304


def test_a_refusal_has_no_etag() -> None:
    match, people = full_table(2)
    waiting = people[1 - people[0].match(match)["awaiting"][0]]
    refused = waiting.play(match, {"type": "announce", "number": 1})
    assert refused.status_code == 422
    assert "ETag" not in refused.headers
