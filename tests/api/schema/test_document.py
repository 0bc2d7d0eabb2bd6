"""The OpenAPI schema is valid in both versions, complete, exemplified and as committed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from openapi_schema_validator import OAS30Validator
from openapi_spec_validator import validate

from api.http.problems import all_problems
from api.management.commands.openapi import DOCS, FILES, PROBLEMS
from api.schema.document import NEWER, as_yaml, document
from api.schema.openapi30 import VERSION as OLDER
from api.schema.outside.oauth import FORM, METADATA, REVOKE, TOKEN
from api.schema.postprocess import TAGS
from api.schema.problem_codes import problems_page
from events.players.profile import Notifications
from games.codec import MALFORMED, name_of
from games.registry import all_games
from tests.support.people import routes

VERSIONS = (NEWER, OLDER)
MOVES = "/api/v1/matches/{match}/moves"
METHODS = ("get", "post", "put", "patch", "delete")


def operations(version: str = NEWER) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document(version)["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method} {path}", methods[method]


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every schema within one, itself included."""
    if isinstance(value, dict):
        yield value
        for key, held in value.items():
            if key == "properties":
                for inner in held.values():
                    yield from schemas(inner)
            elif key in ("anyOf", "oneOf", "allOf"):
                for inner in held:
                    yield from schemas(inner)
            elif key in ("items", "additionalProperties", "not"):
                yield from schemas(held)


def holders(value: Any) -> Iterator[dict[str, Any]]:
    """Everything that has a schema and perhaps examples of it."""
    if isinstance(value, dict):
        if "schema" in value and "name" not in value:
            yield value
        for held in value.values():
            yield from holders(held)
    elif isinstance(value, list):
        for held in value:
            yield from holders(held)


def validated(version: str, schema: dict[str, Any], example: Any, place: str) -> None:
    kind: Any = jsonschema.Draft202012Validator if version == NEWER else OAS30Validator
    whole = schema | {"components": document(version)["components"]}
    faults = [
        f"{place}: {fault.json_path} {fault.message}" for fault in kind(whole).iter_errors(example)
    ]
    assert not faults, f"{faults}; a pattern needs an example beside it: `Meta(examples=[…])`"


def test_it_is_made_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


@pytest.mark.parametrize("version", VERSIONS)
def test_both_versions_are_valid(version: str) -> None:
    validate(document(version))
    assert document(version)["openapi"].startswith(version)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_committed_schema_is_the_present_one(version: str) -> None:
    committed = (DOCS / FILES[version]).read_text()
    assert committed == as_yaml(version), f"docs/{FILES[version]} is outdated: run `make schema`"


def test_the_committed_page_of_problems_is_the_present_one() -> None:
    assert (DOCS / PROBLEMS).read_text() == problems_page(), "docs/problems.md: run `make schema`"


def test_every_code_of_a_problem_is_documented() -> None:
    known = document(NEWER)["components"]["schemas"]["ProblemCode"]["enum"]
    page = problems_page()
    assert set(known) == all_problems().keys()
    assert not [code for code in (*known, *MALFORMED) if f"| `{code}` |" not in page]
    for version in VERSIONS:
        reference = {"$ref": "#/components/schemas/ProblemCode"}
        code = document(version)["components"]["schemas"]["Problem"]["properties"]["code"]
        assert reference in code.get("anyOf", code.get("allOf"))


def test_every_route_is_described() -> None:
    declared = {tuple(name.split()) for name, _ in operations()}
    of_oauth = {("post", TOKEN), ("post", REVOKE), ("get", METADATA)}
    assert declared == of_oauth | {
        (method.lower(), "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", path))
        for method, path in routes()
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_every_operation_is_named_and_explained(version: str) -> None:
    ids = [operation["operationId"] for _, operation in operations(version)]
    assert len(set(ids)) == len(ids)
    for name, operation in operations(version):
        assert operation["summary"], name
        assert operation.get("description"), f"{name}: its handler needs a docstring"
        assert set(operation["tags"]) <= TAGS.keys(), f"{name}: its tag has no text"
        for status, response in operation["responses"].items():
            assert "$ref" in response or response["description"], (name, status)


def test_whoever_may_ask_without_a_token_is_told_so() -> None:
    by_id = {operation["operationId"]: operation for _, operation in operations()}
    assert {} in by_id["get_match"]["security"]
    assert {} not in by_id["play_move"]["security"]
    assert by_id["create_guest"]["security"] == []
    assert "401" in by_id["get_match"]["responses"]


@pytest.mark.parametrize("union", ["Move", "Event", "View"])
@pytest.mark.parametrize("version", VERSIONS)
def test_unions_have_a_discriminator_with_every_kind(version: str, union: str) -> None:
    named = document(version)["components"]["schemas"]
    declared = named[union]
    field, mapping = declared["discriminator"]["propertyName"], declared["discriminator"]["mapping"]
    assert [{"$ref": target} for target in mapping.values()] == declared["oneOf"]
    for kind, target in mapping.items():
        member = named[target.rsplit("/", 1)[1]]
        assert "properties" in member, "one level only"
        assert field in member["required"]
        assert kind == "unknown" or member["properties"][field]["enum"] == [kind]
    for game in all_games().values():
        kinds = {"Move": game.moves, "Event": game.events, "View": (game.view_type,)}[union]
        assert {name_of(kind) for kind in kinds} <= mapping.keys()


def test_a_kind_of_event_that_is_not_known_is_an_unknown_event() -> None:
    event = {"seq": 7, "type": "dragon_hatched", "schema": 1, "at": "2026-05-01T18:30:00.000000Z"}
    event |= {"actor": None, "automatic": False, "data": {"eggs": 3}}
    reference = {"$ref": "#/components/schemas/Event"}
    validated(NEWER, reference, event, "a new kind")
    known = event | {"type": "time_given", "data": {"seat": 0, "to": 1, "seconds": 3600}}
    validated(NEWER, reference, known, "a known kind is of one member only")
    with pytest.raises(AssertionError):
        validated(NEWER, reference, known | {"data": {"eggs": 3}}, "not let off")


@pytest.mark.parametrize("version", VERSIONS)
def test_every_reference_leads_somewhere(version: str) -> None:
    whole = document(version)
    for target in set(re.findall(r'"\$ref":\s*"#/([^"]+)"', json.dumps(whole))):
        place: Any = whole
        for step in target.split("/"):
            place = place[step]


@pytest.mark.parametrize("version", VERSIONS)
def test_enumerations_have_names(version: str) -> None:
    for name, named in document(version)["components"]["schemas"].items():
        for schema in schemas(named):
            if len(schema.get("enum", ())) > 1 and schema is not named:
                assert name.startswith("Unknown"), (name, schema)


def test_null_is_accepted_where_a_field_of_a_request_may_be_left_out() -> None:
    bodies = [
        operation["requestBody"] for _, operation in operations() if "requestBody" in operation
    ]
    named = {
        body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        for body in bodies
        if FORM not in body["content"]
    }
    for name in named - {"ProfileChanges"}:  # a merge patch: there null takes away
        schema = document(NEWER)["components"]["schemas"][name]
        for field, declared in schema["properties"].items():
            if field not in schema.get("required", ()):
                nullable = {"type": "null"} in declared.get("anyOf", ())
                assert nullable or declared.keys() == {"description"}, (name, field)


def test_the_older_version_has_nothing_of_the_newer() -> None:
    older = document(OLDER)
    assert "webhooks" not in older
    everywhere = [*older["components"]["schemas"].values()]
    everywhere += [holder["schema"] for holder in holders(older)]
    for schema in (inner for whole in everywhere for inner in schemas(whole)):
        newer = {"const", "prefixItems", "examples", "$defs", "if", "contains", "patternProperties"}
        assert not newer & schema.keys(), schema
        assert isinstance(schema.get("type", ""), str), schema
        assert schema.get("type") != "null", schema
        assert "$ref" not in schema or len(schema) == 1, schema


def test_nothing_is_named_in_the_older_version_that_nothing_needs() -> None:
    older = document(OLDER)
    text = json.dumps(older)
    for name in older["components"]["schemas"]:
        assert f'#/components/schemas/{name}"' in text
    assert "YourTurnNotice" not in text


@pytest.mark.parametrize("version", VERSIONS)
def test_every_example_is_valid(version: str) -> None:
    met = 0
    for holder in holders(document(version)):
        for name, example in holder.get("examples", {}).items():
            validated(version, holder["schema"], example["value"], name)
            met += 1
    for name, schema in document(version)["components"]["schemas"].items():
        for example in [*schema.get("examples", ()), *filter(None, [schema.get("example")])]:
            validated(version, {"$ref": f"#/components/schemas/{name}"}, example, name)
            met += 1
    assert met > 100


@pytest.mark.parametrize("version", VERSIONS)
def test_every_move_of_every_game_is_an_example(version: str) -> None:
    body = document(version)["paths"][MOVES]["post"]["requestBody"]
    assert body["required"]
    moves = [
        entry["value"]["move"] for entry in body["content"]["application/json"]["examples"].values()
    ]
    assert {move["type"] for move in moves} == {
        name_of(kind) for game in all_games().values() for kind in game.moves
    }


def test_every_kind_of_event_that_a_game_has_shows_one_that_happened() -> None:
    named = document(NEWER)["components"]["schemas"]
    for game in all_games().values():
        for kind in game.events:
            (example,) = named[game.key.capitalize() + kind.__name__]["examples"]
            assert example["type"] == name_of(kind)


def test_every_answer_has_an_example() -> None:
    for name, operation in operations():
        for status, response in operation["responses"].items():
            for media, content in response.get("content", {}).items():
                assert media != "application/json" or content["examples"], (name, status)


def test_webhooks_are_described() -> None:
    webhooks = document(NEWER)["webhooks"]
    assert webhooks.keys() == {*Notifications.__struct_fields__, "test"}
    for kind, webhook in webhooks.items():
        (content,) = webhook["post"]["requestBody"]["content"].values()
        example = content["examples"]["typical"]["value"]
        assert example["type"] == kind
        about = "cup" if kind.startswith("cup_") else "match"
        assert {about, "game", "seq"} <= example["data"].keys() or kind == "test"


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/yaml", "application/yaml"),
        ("application/vnd.oai.openapi", "application/vnd.oai.openapi"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_served_in_the_form_one_accepts(version: str, accept: str, media: str) -> None:
    asked = Client(SERVER_NAME="localhost").get
    response = asked(f"/api/schema/?version={version}", headers={"Accept": accept})
    assert response.headers["Content-Type"].split(";")[0] == media
    assert yaml.load(response.content, yaml.CSafeLoader) == document(version)


def test_the_newer_version_is_served_to_who_does_not_say() -> None:
    assert Client(SERVER_NAME="localhost").get("/api/schema/").json() == document(NEWER)


@pytest.mark.parametrize(
    ("query", "accept", "code"),
    [
        ("?version=2.0", "application/yaml", "schema_version_unknown"),
        ("?version=%00", "*/*", "schema_version_unknown"),
        ("", "text/html", "not_acceptable"),
    ],
)
def test_what_is_not_there_is_refused_as_a_problem(query: str, accept: str, code: str) -> None:
    asked = Client(SERVER_NAME="localhost").get
    response = asked(f"/api/schema/{query}", headers={"Accept": accept})
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == code


def test_a_fifth_game_is_described_and_exemplified_without_an_edit(project_copy: Path) -> None:
    program = (
        "import django, json; django.setup()\n"
        "from api.schema.document import document\n"
        "print(json.dumps(document('3.1')))"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    environment["DATA_DIR"] = str(project_copy / "data")
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=project_copy,
        env=environment,
        capture_output=True,
        check=True,
    )
    made = json.loads(done.stdout)
    assert "pebbles" in made["components"]["schemas"]["View"]["discriminator"]["mapping"]
    body = made["paths"][MOVES]["post"]["requestBody"]["content"]["application/json"]
    assert any(name.startswith("pebbles_") for name in body["examples"])


def test_a_server_starts_without_making_it() -> None:
    program = (
        "import config.wsgi, config.urls, api.schema.postprocess\n"
        "from api.schema.document import document\n"
        "from api.schema.examples.recorded import recordings\n"
        "assert not document.cache_info().currsize + recordings.cache_info().currsize"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
