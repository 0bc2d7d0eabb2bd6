"""What happened since one last looked, in sentences, for every game and in both languages."""

import re
from typing import Any

import pytest

import events.selectors.recap
from events.log.envelope import PLATFORM, MatchFinished, MatchStarted, TimeGiven
from events.selectors.recap import platform_recap
from games.chance import FastChance
from games.contract import Text
from games.registry import all_games
from games.words import labels_of
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, full_table, open_match, play_at_random

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def recap(person: Person, match: str, query: str = "", language: str = "en") -> dict[str, Any]:
    response = person.get(f"matches/{match}/recap{query}", **{"Accept-Language": language})
    assert response.status_code == 200, response.content
    told: dict[str, Any] = response.json()
    return told


def texts(told: dict[str, Any]) -> list[str]:
    return [sentence["text"] for sentence in told["sentences"]]


def seqs(told: dict[str, Any]) -> list[int]:
    return [sentence["seq"] for sentence in told["sentences"]]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", all_games())
def test_every_event_of_every_game_has_a_sentence_in_both_languages(game: str, seed: int) -> None:
    chance = FastChance(seed)
    sizes = all_games()[game].seats
    match, people = full_table(sizes[seed % len(sizes)], game=game)
    play_at_random(match, people, 30, chance)
    version = people[0].match(match)["version"]
    for person in (*people, Person()):
        told = {}
        for language in ("fr", "en"):
            page = recap(person, match, "?after=0", language)
            assert seqs(page) == list(range(1, min(version, 200) + 1))
            assert all(re.fullmatch(r"\S.*[.!?]", text) for text in texts(page))
            told[language] = texts(page)
        assert told["fr"] != told["en"]


def test_a_recap_hides_what_must_be_hidden_and_shows_it_after_the_end() -> None:
    match, people = full_table(2)
    mover = people[0].match(match)["awaiting"][0]
    rolls = {
        viewer: [text for text in texts(recap(person, match, "?after=0")) if " the die" in text]
        for viewer, person in enumerate((*people, Person()))
    }
    assert rolls[mover][0].startswith("You roll the die: ")
    assert rolls[1 - mover] == rolls[2] == [f"P{mover} rolls the die and looks into the cup."]
    people[0].post(f"matches/{match}/resign")
    told = rolls[mover][0].replace("You roll", f"P{mover} rolls")
    assert told in texts(recap(Person(), match, "?after=0"))


def test_what_has_faded_is_not_told_again() -> None:
    match, people = full_table(2, game="bonbons")
    chance = FastChance(1)
    for _ in range(30):
        play_at_random(match, people, 2, chance)
        turned = [event for event in _events(people[0], match) if event["type"] == "square_turned"]
        faded = [event["seq"] for event in turned if "face" not in event["data"]]
        if faded:
            break
    assert faded
    page = recap(people[0], match, "?after=0")
    told = dict(zip(seqs(page), texts(page), strict=True))
    assert all(re.search(r"turns? up a square\.$", told[seq]) for seq in faded)


def _events(person: Person, match: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = person.get(f"matches/{match}/events").json()["events"]
    return events


def test_a_recap_begins_where_one_last_looked_or_moved() -> None:
    match, people = full_table(2)
    version = people[0].match(match)["version"]
    mover = people[people[0].match(match)["awaiting"][0]]
    (other,) = [person for person in people if person is not mover]
    assert recap(other, match)["after"] == 0
    other.post(f"matches/{match}/seen", {"version": version - 1})
    assert seqs(recap(other, match)) == [version]
    answer = mover.play(match, {"type": "announce", "number": 3}).json()
    own = max(
        event["seq"] for event in answer["events"] if event["actor"] == answer["match"]["you"]
    )
    assert recap(mover, match)["after"] == own
    mover.post(f"matches/{match}/seen", {"version": 1})
    assert recap(mover, match)["after"] == own
    told = recap(other, match)
    assert any("announces 3" in text for text in texts(told))
    assert told["version"] == other.match(match)["version"]


def test_reading_a_recap_marks_nothing() -> None:
    match, people = full_table(2)
    first = people[0].get(f"matches/{match}/recap")
    again = people[0].get(f"matches/{match}/recap", **{"If-None-Match": first.headers["ETag"]})
    assert (first.json()["after"], again.status_code) == (0, 304)
    assert texts(first.json()) == texts(recap(people[0], match))


def test_a_long_story_comes_in_pages_and_a_spectator_gets_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events.selectors.recap, "MOST_PER_PAGE", 10)
    match, people = full_table(4, game="passpass")
    play_at_random(match, people, 20, FastChance(3))
    version = people[0].match(match)["version"]
    assert version > 10
    first = recap(people[0], match, "?after=0")
    rest = recap(people[0], match, f"?after={version - 3}")
    assert (seqs(first), first["has_more"]) == (list(range(1, 11)), True)
    assert (len(rest["sentences"]), rest["has_more"]) == (3, False)
    told = recap(Person(), match)
    assert (told["after"], seqs(told)[-1], told["has_more"]) == (version - 10, version, False)


def test_an_open_match_has_no_story_yet() -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    response = anna.get(f"matches/{match}/recap")
    assert response.json()["sentences"] == []
    conforms("matches/{match}/recap", "get", response)
    assert recap(anna, match, "?after=99")["has_more"] is False
    assert anna.get(f"matches/{match}/recap?after=x").status_code == 400
    private = open_match(anna, 2, visibility="private")["id"]
    assert Person().get(f"matches/{private}/recap").status_code == 404


def test_names_are_those_of_today_and_none_for_who_has_left() -> None:
    match, people = full_table(3)
    people[0].patch("me", {"name": "Zoé"})
    told = recap(people[1], match, "?after=0", "fr")
    assert texts(told)[0] == "La partie commence\u00a0: Zoé, vous et P2."
    people[0].delete("me")
    told = recap(people[1], match, "?after=0", "fr")
    assert texts(told)[0] == "La partie commence\u00a0: Ex-Gobelet, vous et P2."
    assert texts(told)[-1] == "Ex-Gobelet quitte la partie."


def test_bots_have_names_too() -> None:
    anna = Person.guest("Anna")
    match = open_match(anna, 2, bots=1)["id"]
    assert texts(recap(anna, match, "?after=0"))[0] == "The match begins: you and Ophélie."


@pytest.mark.parametrize("kind", PLATFORM)
def test_the_platform_has_words_for_its_own_events(kind: Any) -> None:
    event: Any
    if kind is MatchStarted:
        event = kind({}, None, (), (), ())
    elif kind is MatchFinished:
        event = kind((0, 1), ((0, 1),), "three_across")
    elif kind is TimeGiven:
        event = kind(0, 1, 3600)
    else:
        event = kind(**dict.fromkeys(kind.__struct_fields__, 0))
    text = platform_recap(event, ["Anna", "Bruno"], labels_of(all_games()["ciaociao"]))
    assert isinstance(text, Text)
    assert text.fr != text.en
    assert all(sentence.endswith(".") for sentence in text)


def test_the_end_is_told_with_its_reason() -> None:
    match, people = full_table(2)
    version = people[0].post(f"matches/{match}/resign").json()["version"]
    (last,) = texts(recap(people[0], match, f"?after={version - 1}"))
    assert last == "The match is over: P1 wins (all the others have left)."
