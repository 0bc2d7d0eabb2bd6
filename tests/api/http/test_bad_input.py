"""Whatever is sent gets a clear problem with a code of its own, and changes nothing."""

import os
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.requests.common import Form
from api.schema.document import NEWER, document
from events.models import LoggedEvent, Match, Player
from games.malformed import NOTHING_SAID, quoted_pattern
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.apps import authorise, register
from tests.support.authenticator import Authenticator, registration
from tests.support.people import (
    Person,
    full_table,
    new_address,
    new_key,
    open_match,
    play_to_the_end,
    routes,
)
from tests.support.services.databases import VENDORS
from tests.support.strange_bodies import RAW, VALUES

DATABASES = VENDORS if os.environ.get("EVERY_DATABASE") else ["postgresql"]
"""In every run the one that refuses more: NUL in a text, for example."""

pytestmark = [
    pytest.mark.usefixtures("database", "redis_url"),
    pytest.mark.parametrize("database", DATABASES, indirect=True),
]

NEW = {"game": "ciaociao", "seats": 2, "visibility": "public"}


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.headers["Content-Type"] == "application/problem+json", response.content
    problem: dict[str, Any] = response.json()
    assert (response.status_code, problem["code"]) == (status, code)
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    return problem


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"seats": "2"}, "/seats", "wrong_type"),
        ({"seats": 2.5}, "/seats", "wrong_type"),
        ({"seats": True}, "/seats", "wrong_type"),
        ({"seats": None}, "/seats", "wrong_type"),
        ({"seats": 0}, "/seats", "too_small"),
        ({"seats": 2**63}, "/seats", "too_large"),
        ({"seats": 2**200}, "/seats", "too_large"),
        ({"bots": -1}, "/bots", "too_small"),
        ({"visibility": "secret"}, "/visibility", "not_offered"),
        ({"colour": "red"}, "/colour", "unknown_field"),
        ({"options": []}, "/options", "wrong_type"),
        ({"options": {"planks": 99}}, "/options/planks", "too_large"),
        ({"options": {"planks": "nine"}}, "/options/planks", "wrong_type"),
        ({"options": {"bridges": 2}}, "/options/bridges", "unknown_field"),
        ({"seed_commitment": "xyz"}, "/seed_commitment", "malformed"),
        ({"seed_commitment": "ab" * 32 + "\n"}, "/seed_commitment", "too_long"),
        ({"clock": "blitz"}, "/clock", "wrong_type"),
        ({"clock": {"kind": "sundial"}}, "/clock/kind", "not_offered"),
        ({"game": 7}, "/game", "wrong_type"),
    ],
)
def test_a_bad_field_is_named(change: dict[str, Any], pointer: str, code: str) -> None:
    anna = Person.guest(language="fr")
    matches = Match.objects.count()
    problem = assert_problem(anna.post("matches", NEW | change), 400, "malformed")
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert Match.objects.count() == matches


def test_all_bad_fields_are_named_at_once() -> None:
    anna = Person.guest()
    bad = {"seats": "2", "bots": -1, "colour": "red", "visibility": "secret", "game": None}
    problem = assert_problem(anna.post("matches", bad), 400, "malformed")
    assert {error["pointer"]: error["code"] for error in problem["errors"]} == {
        "/colour": "unknown_field",
        "/game": "wrong_type",
        "/seats": "wrong_type",
        "/bots": "too_small",
        "/visibility": "not_offered",
    }
    many = {f"field{n}": n for n in range(500)}
    assert len(assert_problem(anna.post("matches", many), 400, "malformed")["errors"]) == 20


WRITING = sorted(route for route in routes() if route[0] in ("POST", "PATCH", "DELETE"))


def with_address(guest: Person) -> Person:
    """The guest, who has an address now."""
    Player.objects.filter(id=guest.player).update(guest=False, email=new_address())
    return guest


def address_of(route: str, person: Person, match: str) -> str:
    """An address of this route at which there is something."""
    ours = {"match": match}
    if "<circle:" in route:
        ours["circle"] = person.post("circles", {"name": "Family"}).json()["id"]
    if "<app:" in route:
        ours["app"] = register(with_address(person))
    if "<grant:" in route:
        authorise(person, register(Person.account()))
        ours["grant"] = person.get("me/grants").json()["results"][0]["id"]
    if "<passkey:" in route:
        made = person.post("me/passkeys", registration(with_address(person), Authenticator()))
        ours["passkey"] = made.json()["id"]
    if "<player:" in route:
        ours["player"] = Person.guest().player
    if "<device:" in route:
        (device,) = person.get("me/devices").json()["results"]
        ours["device"] = device["id"]
    if "<endpoint:" in route:
        kind = route.partition("/<")[0]
        body = SUBSCRIPTION if "push" in kind else {"url": "https://example.org/gobelet"}
        there = person.get(kind).json()["results"] or [person.post(kind, body).json()]
        ours["endpoint"] = there[0]["id"]
    if "<circle:" in route:
        ours["circle"] = person.post("circles", {"name": "Family"}).json()["id"]
    if "<cup:" in route:
        anna = Person.account()
        ours["circle"] = anna.post("circles", {"name": "Family"}).json()["id"]
        invite = anna.post(f"circles/{ours['circle']}/link").json()["invite"]
        person.post(f"circles/{ours['circle']}/join", {"invite": invite})
        body = {"circle": ours["circle"], "name": "Cup", "game": "ciaociao", "seats": 3}
        ours["cup"] = anna.post("cups", body).json()["id"]
    ours["league"] = "open"
    return re.sub(r"<\w+:(\w+)>", lambda part: ours[part[1]], route)


def answered(person: Person, method: str, path: str, body: object) -> int:
    """The status of the answer, which is no fault of ours and a problem if it refuses."""
    key = {"Idempotency-Key": new_key()}
    response = person.send(method, path, body, **key)
    status: int = response.status_code
    assert status < 500, (path, str(body)[:100], response.content)
    if status >= 400:
        assert_problem(response, status, response.json()["code"])
    return status


@pytest.mark.parametrize(("method", "route"), WRITING)
def test_no_body_is_too_strange(method: str, route: str) -> None:
    match, (anna, _) = full_table(2)
    path = address_of(route, anna, match)
    for body in RAW:
        if method == "DELETE":
            anna = Person.guest()  # who may be gone afterwards
            path = address_of(route, anna, match)
        assert answered(anna, method, path, body) in (200, 201, 202, 204, 400, 403, 409, 413, 422)


def typical_body(method: str, route: str) -> Any:
    """The example that the schema gives of this request; None if it has no body."""
    path = "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
    operation = document(NEWER)["paths"][path][method.lower()]
    if "requestBody" not in operation:
        return None
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    return next(iter(examples.values()))["value"]


@pytest.mark.parametrize(("method", "route"), WRITING)
def test_no_field_is_too_strange(method: str, route: str) -> None:
    match, (anna, _) = full_table(2)
    typical, path = typical_body(method, route), address_of(route, anna, match)
    for name in typical or ():
        for value in VALUES:
            answered(anna, method, path, typical | {name: value})
            if isinstance(typical[name], dict):
                for inner in typical[name]:
                    answered(anna, method, path, typical | {name: typical[name] | {inner: value}})


@pytest.mark.parametrize(
    "name", ["", "x" * 41, "a\x00b", "a\nb", "ab\n", "\x1b[31m", 7, {"a": 1}, ["x"], True]
)
def test_a_bad_name_is_refused(name: Any) -> None:
    assert_problem(Person().post("auth/guest", {"name": name}), 400, "malformed")


@pytest.mark.parametrize("name", ["Zoé", "李", 'O\'Brien "Bob"', "<script>", "😀" * 20, "n" * 40])
def test_a_good_name_is_kept_as_it_is(name: str) -> None:
    made = Person().post("auth/guest", {"name": name}).json()
    assert made["player"]["name"] == name


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ({"type": "announce", "number": 9}, 400, "malformed"),
        ({"type": "announce"}, 400, "malformed"),
        ({"type": "castle"}, 400, "malformed"),
        ({"number": 1}, 400, "malformed"),
        ({"type": "believe", "x": "\x00"}, 400, "malformed"),
        ({"type": "believe"}, 422, "announce_expected"),
        ({"type": "push", "step": 1}, 422, "announce_expected"),
    ],
)
def test_a_bad_move_is_refused(move: dict[str, Any], status: int, code: str) -> None:
    match, people = full_table(2)
    turn = people[0].match(match)["view"]["turn"]
    before = people[turn].match(match)["version"]
    problem = assert_problem(people[turn].play(match, move), status, code)
    if status == 400:
        assert problem["errors"][0]["pointer"].startswith("/move/")
    assert people[turn].match(match)["version"] == before


def test_whoever_is_not_to_move_is_told_so() -> None:
    match, people = full_table(2)
    other = people[1 - people[0].match(match)["view"]["turn"]]
    response = other.play(match, {"type": "announce", "number": 1})
    assert_problem(response, 422, "not_your_turn")
    outsider = Person.guest().play(match, {"type": "announce", "number": 1})
    assert_problem(outsider, 403, "not_seated")
    assert_problem(Person().play(match, {"type": "believe"}), 401, "not_authenticated")
    forged = Person("forged").play(match, {"type": "believe"})
    assert_problem(forged, 401, "invalid_token")
    assert forged.headers["WWW-Authenticate"] == "Token, Bearer"


def test_a_match_that_has_not_begun_or_is_over_takes_no_moves() -> None:
    anna = Person.guest()
    waiting = open_match(anna, 2)["id"]
    response = anna.play(waiting, {"type": "announce", "number": 1})
    assert_problem(response, 409, "match_not_started")
    finished = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(finished, [anna])
    events = LoggedEvent.objects.filter(match_id=finished).count()
    assert_problem(anna.play(finished, {"type": "believe"}), 422, "match_over")
    assert LoggedEvent.objects.filter(match_id=finished).count() == events
    joined = Person.guest().post(f"matches/{finished}/join")
    assert_problem(joined, 409, "match_not_open")


@pytest.mark.parametrize(
    "match", ["nothing", "%00", "a" * 500, "../../etc", "00000000-0000-0000-0000-000000000000"]
)
def test_an_unknown_match_is_unknown_to_everybody(match: str) -> None:
    for person in (Person.guest(), Person()):
        assert person.get(f"matches/{match}").status_code == 404
    response = Person.guest().play(match, {"type": "believe"})
    assert response.status_code == 404
    assert response.json()["code"] in ("match_not_found", "not_found")


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1e3", "limit=0", "limit=201",
                                   "after=" + "9" * 30, "after=%00", "limit=²"])  # fmt: skip
def test_a_bad_query_is_named(query: str) -> None:
    match, (anna, _) = full_table(2)
    problem = assert_problem(anna.get(f"matches/{match}/events?{query}"), 400, "malformed")
    assert problem["errors"][0]["pointer"] == "/" + query.split("=")[0]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "game_not_found"),
        ({"game": "\x00"}, 404, "game_not_found"),
        ({"seats": 7}, 422, "seats_out_of_range"),
        ({"bots": 2}, 422, "too_many_bots"),
    ],
)
def test_what_cannot_be_played_cannot_be_opened(
    change: dict[str, Any], status: int, code: str
) -> None:
    assert_problem(Person.guest().post("matches", NEW | change), status, code)


@pytest.mark.parametrize("key", ["x" * 256, "é", "a b", "\t", '""'])
def test_a_bad_key_is_refused(key: str) -> None:
    match, (anna, _) = full_table(2)
    response = anna.post(f"matches/{match}/moves", {"move": {"type": "believe"}}, key=key)
    assert_problem(response, 400, "idempotency_key_malformed")


def test_a_move_needs_a_key() -> None:
    match, (anna, _) = full_table(2)
    response = anna.post(f"matches/{match}/moves", {"move": {"type": "believe"}})
    assert_problem(response, 428, "idempotency_key_required")


def test_other_content_and_methods_are_refused_as_problems() -> None:
    anna = Person.guest(language="fr")
    form = anna.post("matches", b"a=b", content_type="application/x-www-form-urlencoded")
    assert_problem(form, 415, "unsupported_media_type")
    assert_problem(anna.get("matches/x/moves"), 404, "not_found")
    match, (bruno, _) = full_table(2)
    assert_problem(bruno.get(f"matches/{match}/moves"), 405, "method_not_allowed")
    assert_problem(bruno.get(f"matches/{match}", Accept="text/csv"), 406, "not_acceptable")


def test_problems_speak_the_readers_language() -> None:
    match, _ = full_table(2)
    said = {
        language: Person.guest(language=language).play(match, {"type": "believe"}).json()["detail"]
        for language in ("fr-CH,fr;q=0.9", "en", "de, fr;q=0.5", "xx", "")
    }
    assert said["fr-CH,fr;q=0.9"] == said["de, fr;q=0.5"]
    assert said["en"] == said["xx"] == said[""]
    assert said["fr-CH,fr;q=0.9"] != said["en"]


def test_who_sends_no_language_is_refused_in_their_own() -> None:
    anna = Person.guest(language="")
    assert anna.patch("me", {"locale": "fr"}).status_code == 200
    for refused, status, code, said in (
        (anna.get("nope"), 404, "not_found", "Il n’y a rien à cette adresse"),
        (anna.get("me", Accept="text/html"), 406, "not_acceptable", "Seul le JSON est servi ici"),
        (anna.get("matches?limit=x"), 400, "malformed", "Certains champs"),
    ):
        assert assert_problem(refused, status, code)["detail"].startswith(said)
    stranger = Person("wrong", language="")
    assert_problem(stranger.get("nope"), 404, "not_found")
    assert_problem(stranger.get("me", Accept="text/html"), 406, "not_acceptable")


@pytest.mark.parametrize(
    ("change", "fr", "en"),
    [
        ({"name": 7}, "il faut du texte.", "text expected."),
        ({"name": ""}, "il faut au moins 1 caractère.", "at least 1 character needed."),
        ({"name": "a\nb"}, "un nom d’une ligne", "a name on one line"),
        (
            {"automatic_vacation": 1},
            "il faut vrai ou faux (true, false).",
            "true or false expected",
        ),
        (
            {"reminders": [60] * 6},
            "Trop long : 5 éléments au plus.",
            "Too long: 5 entries at most.",
        ),
        ({"reminders": ["x"]}, "il faut un nombre entier.", "a whole number expected."),
        ({"reminders": 60}, "il faut une liste.", "a list expected."),
        (
            {"quiet_hours": []},
            "il faut un objet JSON ou rien (null).",
            "a JSON object or nothing (null) expected.",
        ),
        ({"quiet_hours": {"from": "25:00"}}, "une heure HH:MM", "a time HH:MM"),
        ({"vacation": {"from": "soon"}}, "une date comme 2026", "a date such as 2026"),
    ],
)
def test_a_bad_field_is_told_in_words_for_people(change: dict[str, Any], fr: str, en: str) -> None:
    anna = Person.guest()
    for language, words in (("fr", fr), ("en", en)):
        answer = anna.send("PATCH", "me", change, **{"Accept-Language": language})
        (fault,) = assert_problem(answer, 400, "malformed")["errors"]
        assert words in fault["detail"]


def test_every_pattern_says_in_words_what_it_asks_for() -> None:
    _, schemas = msgspec.json.schema_components(Form.__subclasses__())
    patterns = {repr(pattern) for pattern in _patterns(schemas)}
    assert len(patterns) > 5
    assert {pattern for pattern in patterns if quoted_pattern(pattern) == NOTHING_SAID} == set()


def _patterns(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict) and isinstance(schema.get("pattern"), str):
        yield schema["pattern"]
    if isinstance(schema, dict | list):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from _patterns(inner)
