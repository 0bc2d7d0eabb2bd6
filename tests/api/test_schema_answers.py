"""What the server really answers is what the schema says."""

from typing import Any

import jsonschema
import pytest

from api.schema.document import NEWER, document
from tests.api.people import Person, first_choice, full_table, open_match, play_to_the_end

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return document(NEWER)


def conforms(schema: dict[str, Any], path: str, method: str, response: Any) -> None:
    """The answer is one that the schema declares for this operation."""
    operation = schema["paths"][f"/api/v1/{path}"][method]
    declared = operation["responses"][str(response.status_code)]
    if "$ref" in declared:
        declared = schema["components"]["responses"][declared["$ref"].rsplit("/", 1)[1]]
    (media, content), *_ = declared["content"].items()
    assert response.headers["Content-Type"].split(";")[0] == media
    jsonschema.Draft202012Validator(
        content["schema"] | {"components": schema["components"]}
    ).validate(response.json())


def test_what_the_server_answers_is_what_the_schema_says(schema: dict[str, Any]) -> None:
    someone = Person()
    conforms(schema, "auth/guest", "post", someone.post("auth/guest", {"name": "Anna"}))
    conforms(schema, "games", "get", someone.get("games"))
    conforms(schema, "games/{game}", "get", someone.get("games/ciaociao"))
    conforms(schema, "keys", "get", someone.get("keys"))
    anna = Person.guest()
    new = {"game": "ciaociao", "seats": 2, "visibility": "public", "seed_commitment": "ab" * 32}
    opened = anna.post("matches", new)
    conforms(schema, "matches", "post", opened)
    match = opened.json()["id"]
    conforms(
        schema, "matches/{match}/invitations", "post", anna.post(f"matches/{match}/invitations")
    )
    conforms(schema, "matches/{match}/join", "post", Person.guest().post(f"matches/{match}/join"))
    conforms(schema, "matches/{match}", "get", anna.get(f"matches/{match}"))
    conforms(
        schema, "matches/{match}/seed", "post", anna.post(f"matches/{match}/seed", {"seed": ""})
    )
    started = open_match(anna, 3)["id"]
    start = anna.post(f"matches/{started}/start", {"bots": True})
    conforms(schema, "matches/{match}/start", "post", start)
    for refused in ({"seats": 0}, {"seats": 9}, {"game": "chess"}):
        conforms(schema, "matches", "post", anna.post("matches", new | refused))


def test_every_move_and_event_of_a_match_conforms(schema: dict[str, Any]) -> None:
    match, people = full_table(3)
    statuses = set()
    for _ in range(20):
        for seat in reversed(people[0].match(match)["awaiting"]):
            shown = people[seat].get(f"matches/{match}")
            conforms(schema, "matches/{match}", "get", shown)
            answer = people[seat].play(match, first_choice(shown.json()))
            conforms(schema, "matches/{match}/moves", "post", answer)
            statuses.add(answer.status_code)
        late = people[0].play(match, {"type": "believe"}, expected_version=0)
        conforms(schema, "matches/{match}/moves", "post", late)
    assert statuses >= {201, 202}
    play_to_the_end(match, people)
    for person in (people[0], Person()):
        conforms(schema, "matches/{match}", "get", person.get(f"matches/{match}"))
        conforms(schema, "matches/{match}/events", "get", person.get(f"matches/{match}/events"))
        conforms(schema, "matches/{match}/export", "get", person.get(f"matches/{match}/export"))
