"""Table talk, and how far one has read."""

import base64
from functools import partial
from typing import Any

import pytest
from django.test import override_settings

from events.models import Outbox
from tests.api.schema.test_responses import conforms
from tests.support.people import Person, full_table, new_key, open_match
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def say(person: Person, match: str, text: object) -> Any:
    return person.post(f"matches/{match}/messages", {"text": text})


def heard(person: Person, match: str) -> list[str]:
    page = person.get(f"matches/{match}/messages").json()
    return [message["text"] for message in page["results"]]


def unread(person: Person, match: str) -> tuple[int, int]:
    for mine in person.get("me/matches").json()["results"]:
        if mine["id"] == match:
            return mine["unread_events"], mine["unread_messages"]
    raise AssertionError("not one of theirs")


def test_what_is_said_at_a_table_is_read_the_newest_first() -> None:
    match, people = full_table(2)
    said = say(people[1], match, "  Bonjour !\nÇa va ? \n")
    assert said.status_code == 201
    message = said.json()
    assert message["text"] == "Bonjour !\nÇa va ?"
    assert (message["seat"], message["player"]["id"]) == (1, people[1].player)
    say(people[0], match, "Hello")
    assert heard(people[1], match) == ["Hello", "Bonjour !\nÇa va ?"]
    conforms("matches/{match}/messages", "post", said)
    conforms("matches/{match}/messages", "get", Person().get(f"matches/{match}/messages"))


@pytest.mark.parametrize("length", [1, 1000])
def test_a_message_is_of_up_to_a_thousand_characters(length: int) -> None:
    match = open_match(Person.guest(), 2)["id"]
    anna = Person.guest()
    anna.post(f"matches/{match}/join")
    assert say(anna, match, "é" * length).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {}, {"text": None}, {"text": 1}, {"text": ""}, {"text": " \n "}, {"text": "é" * 1001},
        {"text": "a\x00"}, {"text": "a\tb"}, {"text": "\x1b[0m"}, {"text": "a\x85b"},
        {"text": "\ud800"}, {"text": "x", "seat": 0}, [], None,
        {"emote": "dance"}, {"text": "x", "emote": "wow"}, {"emote": None},
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(body: object) -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    response = anna.send("POST", f"matches/{match}/messages", body)
    assert response.status_code == 400, response.content
    assert heard(anna, match) == []


def test_only_who_sits_there_talks_before_during_and_after_the_match() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    assert say(bruno, match, "May I?").json()["code"] == "not_seated"
    assert say(Person(), match, "Me too").status_code == 401
    assert say(anna, match, "Anybody?").status_code == 201
    bruno.post(f"matches/{match}/join")
    assert say(bruno, match, "Me").status_code == 201
    anna.post(f"matches/{match}/resign")
    assert say(bruno, match, "Well played").status_code == 201
    assert heard(Person(), match) == ["Well played", "Me", "Anybody?"]


def test_a_private_table_is_heard_by_nobody_else() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, visibility="private")["id"]
    say(anna, match, "psst")
    for outsider in (Person(), Person.guest()):
        assert outsider.get(f"matches/{match}/messages").status_code == 404
    assert say(Person.guest(), match, "!").status_code == 404
    assert Person.guest().post(f"matches/{match}/seen", {"version": 1}).status_code == 404


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_who_is_muted_or_blocked_is_not_heard_by_who_did_it(kind: str) -> None:
    match, people = full_table(3)
    say(people[1], match, "one")
    say(people[2], match, "two")
    people[0].post(f"players/{people[1].player}/{kind}")
    assert heard(people[0], match) == ["two"]
    assert unread(people[0], match)[1] == 1
    assert heard(people[1], match) == heard(people[2], match) == ["two", "one"]
    people[0].delete(f"players/{people[1].player}/{kind}")
    assert heard(people[0], match) == ["two", "one"]


def test_who_is_muted_stays_so_under_another_name() -> None:
    match, people = full_table(3)
    people[0].post(f"players/{people[1].player}/mute")
    assert people[1].patch("me", {"name": "Somebody else"}).status_code == 200
    say(people[1], match, "You cannot mute me")
    assert heard(people[0], match) == []
    assert unread(people[0], match)[1] == 0
    told = Outbox.objects.filter(match_id=match, kind=Outbox.Kind.MESSAGE)
    assert [notice.recipient_id for notice in told] == [people[2].player]
    (row,) = people[0].get("me/blocks").json()["results"]
    assert (row["player"]["name"], row["kind"]) == ("Somebody else", "mute")


def test_an_emote_is_shown_in_the_readers_language_and_notifies_no_one() -> None:
    match, people = full_table(3)
    people[0].post(f"players/{people[1].player}/mute")
    shown = people[1].post(f"matches/{match}/messages", {"emote": "well_played"})
    assert (shown.status_code, shown.json()["emote"]) == (201, "well_played")
    conforms("matches/{match}/messages", "post", shown)
    french = people[2].get(f"matches/{match}/messages", **{"Accept-Language": "fr"}).json()
    assert [one["text"] for one in french["results"]] == ["Bien joué\u00a0!"]
    assert heard(people[2], match) == ["Well played!"]
    assert heard(people[0], match) == [], "muted with its sender"
    assert unread(people[2], match)[1] == 0
    assert not Outbox.objects.filter(match_id=match, kind=Outbox.Kind.MESSAGE).exists()
    people[1].delete("me")
    (removed,) = people[2].get(f"matches/{match}/messages").json()["results"]
    assert (removed["emote"], removed["removed"]) == (None, True)


@override_settings(RATES={"emotes": (2, 600)})
def test_emotes_have_a_rate_and_words_have_not() -> None:
    match, people = full_table(2)
    path = f"matches/{match}/messages"
    answers = [people[0].post(path, {"emote": "wow"}).status_code for _ in range(3)]
    assert answers == [201, 201, 429]
    assert say(people[0], match, "Wow").status_code == 201
    assert people[1].post(path, {"emote": "wow"}).status_code == 201


def test_the_ids_of_messages_tell_nothing_of_other_tables() -> None:
    anna = Person.guest()
    tables = [open_match(anna, 2)["id"] for _ in range(2)]
    ids = [[say(anna, table, "a").json()["id"] for table in tables] for _ in range(3)]
    assert ids == [[1, 1], [2, 2], [3, 3]]


def test_messages_said_at_once_get_a_number_each() -> None:
    match, people = full_table(3)
    answers = at_once([partial(say, person, match, "a") for person in people * 2])
    assert sorted(answer.json()["id"] for answer in answers) == [1, 2, 3, 4, 5, 6]


def test_talk_comes_in_pages() -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    for number in range(5):
        say(anna, match, str(number))
    page = anna.get(f"matches/{match}/messages?limit=3").json()
    rest = anna.get(f"matches/{match}/messages?limit=3&cursor={page['next']}").json()
    texts = [message["text"] for message in page["results"] + rest["results"]]
    assert (texts, rest["next"]) == (["4", "3", "2", "1", "0"], None)
    other = open_match(anna, 2)["id"]
    for path in (f"matches/{match}/messages?cursor=LTE", f"matches/{match}/messages?cursor="):
        assert anna.get(path).status_code == 400
    elsewhere = anna.get(f"matches/{other}/messages?cursor={page['next']}")
    assert elsewhere.status_code == 400, "a cursor is for one list"
    decoded = base64.urlsafe_b64decode(page["next"] + "==")
    assert not any(str(number).encode() == decoded for number in range(10)), "and tells nothing"
    assert anna.get(f"matches/{match}/messages?limit=3").json()["next"] == page["next"]


def test_a_message_sent_twice_with_its_key_is_said_once() -> None:
    anna, key = Person.guest(), new_key()
    match = open_match(anna, 2)["id"]
    first, second = (
        anna.post(f"matches/{match}/messages", {"text": "once"}, key) for _ in range(2)
    )
    assert first.content == second.content
    assert heard(anna, match) == ["once"]


def test_what_has_been_seen_is_no_longer_unread() -> None:
    match, people = full_table(2)
    anna, bruno = people
    first, second = (say(bruno, match, text).json()["id"] for text in "ab")
    version = anna.match(match)["version"]
    assert unread(anna, match) == (version, 2)
    seen = anna.post(f"matches/{match}/seen", {"version": 1, "message": first})
    assert (seen.status_code, seen.json()) == (200, {"version": 1, "message": first})
    assert unread(anna, match) == (version - 1, 1)
    anna.post(f"matches/{match}/seen", {"version": version})
    assert unread(anna, match) == (0, 1)
    anna.post(f"matches/{match}/seen", {"message": second})
    assert unread(anna, match) == (0, 0)
    assert unread(bruno, match) == (version, 0)
    conforms("matches/{match}/seen", "post", seen)


def test_a_mark_never_goes_back_nor_past_what_is_there() -> None:
    match, people = full_table(2)
    anna, bruno = people
    version = anna.match(match)["version"]
    said = say(bruno, match, "a").json()["id"]
    beyond = {"version": 2**31 - 1, "message": 2**31 - 1}
    assert anna.post(f"matches/{match}/seen", beyond).json() == {
        "version": version,
        "message": said,
    }
    back = anna.post(f"matches/{match}/seen", {"version": 0, "message": 0})
    assert back.json() == {"version": version, "message": said}
    assert anna.post(f"matches/{match}/seen", {}).json() == back.json()


@pytest.mark.parametrize(
    "body",
    [{"version": -1}, {"version": 2**31}, {"message": 2**31}, {"version": "1"}, {"all": 1}, []],
)
def test_what_is_no_mark_is_refused(body: object) -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    assert anna.post(f"matches/{match}/seen", body).status_code == 400


def test_a_spectator_leaves_no_mark() -> None:
    match, _ = full_table(2)
    assert Person.guest().post(f"matches/{match}/seen", {"version": 1}).status_code == 403
    assert Person().post(f"matches/{match}/seen", {"version": 1}).status_code == 401


def test_the_words_of_who_has_left_for_good_are_removed() -> None:
    match, (anna, bruno) = full_table(2)
    say(anna, match, "My number is 555")
    assert say(bruno, match, "Hello").json()["removed"] is False
    assert anna.delete("me").status_code == 204
    answer = bruno.get(f"matches/{match}/messages")
    conforms("matches/{match}/messages", "get", answer)
    own, theirs = answer.json()["results"]
    assert (own["text"], own["removed"]) == ("Hello", False)
    assert (theirs["text"], theirs["removed"], theirs["player"]["id"]) == ("[…]", True, anna.player)
    assert "555" not in Person().get(f"matches/{match}/messages").content.decode()
