"""A match in words: enough to play any game from."""

import pytest

from games.chance import FastChance
from games.registry import all_games
from tests.support.people import Person, full_table, open_match

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

IN_FRENCH = {"Accept-Language": "fr"}


@pytest.mark.parametrize("game", all_games())
def test_every_game_can_be_played_from_its_text_alone(game: str) -> None:
    chance = FastChance(game)
    match, people = full_table(all_games()[game].seats[0], game=game)
    played = 0
    while played < 25 and people[0].match(match)["status"] == "running":
        for person in people:
            told = person.get(f"matches/{match}/text").json()
            assert told["board"]
            if not told["moves"]:
                continue
            chosen = told["moves"][chance.below(len(told["moves"]))]
            assert chosen["label"]
            answer = person.play(match, chosen["move"], expected_asked=told["asked"])
            assert answer.status_code in (201, 202), answer.content
            played += 1


def test_moves_have_names_of_their_own_in_both_languages() -> None:
    match, people = full_table(3)
    for person in people:
        english = person.get(f"matches/{match}/text").json()
        french = person.get(f"matches/{match}/text", **IN_FRENCH).json()
        labels = [move["label"] for move in english["moves"]]
        assert len(set(labels)) == len(labels)
        assert [move["move"] for move in french["moves"]] == [m["move"] for m in english["moves"]]
        assert not labels or labels != [move["label"] for move in french["moves"]]


def test_there_is_nothing_to_tell_before_the_match_and_nothing_to_do_for_who_watches() -> None:
    host = Person.guest()
    told = host.get(f"matches/{open_match(host, 2)['id']}/text").json()
    assert (told["board"], told["moves"], told["version"]) == (None, [], 0)
    match, _ = full_table(2)
    watched = Person().get(f"matches/{match}/text")
    assert watched.json()["board"]
    assert watched.json()["moves"] == []
    again = Person().get(f"matches/{match}/text", **{"If-None-Match": watched["ETag"]})
    assert again.status_code == 304
