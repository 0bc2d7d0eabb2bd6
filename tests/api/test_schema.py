"""The OpenAPI schema is valid, complete, and true of what the server really answers."""

import re
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from games.registry import all_games
from tests.api.people import Person, first_choice, full_table, open_match, play_to_the_end, routes

pytestmark = pytest.mark.usefixtures("database", "redis_url")


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return made


def conforms(schema: dict[str, Any], path: str, method: str, response: Any) -> None:
    """The answer is one that the schema declares for this operation."""
    operation = schema["paths"][f"/api/v1/{path}"][method]
    declared = operation["responses"][str(response.status_code)]["content"]
    (media, content), *_ = declared.items()
    assert response.headers["Content-Type"].split(";")[0] == media
    jsonschema.Draft202012Validator(
        content["schema"] | {"components": schema["components"]}
    ).validate(response.json())


def test_the_schema_is_valid_and_made_without_a_warning(
    schema: dict[str, Any], tmp_path: Any
) -> None:
    validate_schema(schema)  # type: ignore[no-untyped-call]
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


def test_every_route_is_described(schema: dict[str, Any]) -> None:
    declared = {
        (method.upper(), path) for path in schema["paths"] for method in schema["paths"][path]
    }
    assert declared == {
        (method, "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", path)) for method, path in routes()
    }
    ids = [op["operationId"] for path in schema["paths"].values() for op in path.values()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("union", ["Move", "Event", "View"])
def test_unions_have_a_discriminator_with_every_kind(schema: dict[str, Any], union: str) -> None:
    declared = schema["components"]["schemas"][union]
    mapping = declared["discriminator"]["mapping"]
    assert [{"$ref": target} for target in mapping.values()] == declared["oneOf"]
    names = {target.rsplit("/", 1)[1] for target in mapping.values()}
    assert names <= schema["components"]["schemas"].keys()
    for game in all_games().values():
        kinds = {"Move": game.moves, "Event": game.events, "View": (game.view_type,)}[union]
        assert {kind.__struct_config__.tag for kind in kinds} <= mapping.keys()


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            found = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return found.union(*(references(inner) for inner in value.values()))
        if isinstance(value, list):
            return set().union(*(references(inner) for inner in value))
        return set()

    named = {f"#/components/schemas/{name}" for name in schema["components"]["schemas"]}
    assert references(schema) <= named


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
