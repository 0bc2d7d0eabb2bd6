"""What the server really answers is what the schema says."""

from functools import cache
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from api.schema.document import NEWER, document
from tests.support.people import Person, first_choice, full_table, open_match, play_to_the_end

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


@cache
def declared(path: str, method: str, status: int) -> tuple[str, Draft202012Validator]:
    """The media type and the body that the schema declares for an answer."""
    schema = document(NEWER)
    answer = schema["paths"][f"/api/v1/{path}"][method]["responses"][str(status)]
    if "$ref" in answer:
        answer = schema["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
    (media, content), *_ = answer["content"].items()
    return media, Draft202012Validator(content["schema"] | {"components": schema["components"]})


def conforms(path: str, method: str, response: Any) -> None:
    """The answer is one that the schema declares for this operation."""
    media, body = declared(path, method, response.status_code)
    assert response.headers["Content-Type"].split(";")[0] == media
    body.validate(response.json())


def test_what_the_server_answers_is_what_the_schema_says() -> None:
    someone = Person()
    conforms("auth/guest", "post", someone.post("auth/guest", {"name": "Anna"}))
    conforms("games", "get", someone.get("games"))
    conforms("games/{game}", "get", someone.get("games/ciaociao"))
    conforms("keys", "get", someone.get("keys"))
    conforms("server", "get", someone.get("server"))
    anna = Person.guest()
    new = {"game": "ciaociao", "seats": 2, "visibility": "public", "seed_commitment": "ab" * 32}
    opened = anna.post("matches", new)
    conforms("matches", "post", opened)
    match = opened.json()["id"]
    conforms("matches/{match}/invitations", "post", anna.post(f"matches/{match}/invitations"))
    conforms("matches/{match}/join", "post", Person.guest().post(f"matches/{match}/join"))
    conforms("matches/{match}", "get", anna.get(f"matches/{match}"))
    conforms("matches/{match}/seed", "post", anna.post(f"matches/{match}/seed", {"seed": ""}))
    started = open_match(anna, 3)["id"]
    start = anna.post(f"matches/{started}/start", {"bots": True})
    conforms("matches/{match}/start", "post", start)
    for refused in ({"seats": 0}, {"seats": 9}, {"game": "chess"}):
        conforms("matches", "post", anna.post("matches", new | refused))


def test_every_move_and_event_of_a_match_conforms() -> None:
    match, people = full_table(3)
    statuses = set()
    for _ in range(20):
        for seat in reversed(people[0].match(match)["awaiting"]):
            shown = people[seat].get(f"matches/{match}")
            conforms("matches/{match}", "get", shown)
            answer = people[seat].play(match, first_choice(shown.json()))
            conforms("matches/{match}/moves", "post", answer)
            statuses.add(answer.status_code)
        late = people[0].play(match, {"type": "believe"}, expected_version=0)
        conforms("matches/{match}/moves", "post", late)
    assert statuses >= {201, 202}
    play_to_the_end(match, people)
    for person in (people[0], Person()):
        conforms("matches/{match}", "get", person.get(f"matches/{match}"))
        conforms("matches/{match}/events", "get", person.get(f"matches/{match}/events"))
        conforms("matches/{match}/export", "get", person.get(f"matches/{match}/export"))
