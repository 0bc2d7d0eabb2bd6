"""drf-spectacular's last step: adds what all operations have in common."""

from collections.abc import Iterator
from typing import Any

from api.schema.auto import oauth2_scheme
from api.schema.components import components
from api.schema.enums import REF, Json
from api.schema.examples.components import examples, move_examples
from api.schema.examples.generated import Samples
from api.schema.outside.oauth import oauth_paths
from api.schema.outside.webhooks import webhooks
from api.schema.problems import (
    HEADER_REF,
    header_reference,
    problem_reference,
    problem_responses,
    problems_of,
)
from api.schema.references import only_needed

TAGS = {
    "auth": "Signing in.",
    "me": "One's own account, devices, matches and turns.",
    "games": "The games, with everything a client needs to know of their rules.",
    "matches": "Opening, joining, watching and playing matches; table talk.",
    "players": "Other people.",
    "circles": "Groups of players who open tables to each other.",
    "cups": "Competitions of a circle that end on their day, with standings and a log.",
    "leagues": "Public seasons in divisions, with promotion and relegation.",
    "oauth": "What third-party apps call to sign players in: OAuth 2.0 with PKCE.",
    "server": "The server itself.",
    "keys": "What receipts and exports are checked by.",
    "webhooks": "Notices that are sent to an address of yours.",
}
PATH_PARAMETERS = {
    "match": "The id of the match.",
    "game": "The key of the game, its `id` in `GET games`.",
    "player": "The id of the player.",
    "circle": "The id of the circle.",
    "cup": "The id of the cup.",
    "league": "The key of the league, its `id` in `GET leagues`.",
    "device": "The id of the device.",
    "passkey": "The id of the passkey.",
    "app": "The id of the app.",
    "grant": "The id of the authorised app, in `GET me/grants`.",
    "endpoint": "The id of the browser or webhook.",
}
HEADERS = {
    "ETag": "Names this answer (in the answer to a move: its `match`); send it as If-None-Match "
    "when you read that again, to learn whether it is still true.",
    "Idempotent-Replayed": "`true`: the first answer to this Idempotency-Key again.",
    "Retry-After": "In how many seconds to try again.",
    "WWW-Authenticate": "`Token, Bearer`, or the scope that an app needs.",
    "Deprecation": "Since when this operation should not be used any more (RFC 9745).",
    "Sunset": "When this operation goes away (RFC 8594).",
}


def finish(result: Json, **kwargs: Any) -> Json:
    """Complete the schema with named components, problems, headers, examples and webhooks."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components())
    samples = examples(schemas)
    statuses: set[int] = set()
    for operation in _operations(result):
        statuses |= _complete(operation, schemas, samples)
    result["paths"] |= oauth_paths(samples)
    result["components"]["responses"] = problem_responses(statuses)
    result["webhooks"] = webhooks(samples)
    parts = result["components"]
    parts.setdefault("securitySchemes", {})["oauth2"] = oauth2_scheme()
    roots = [result["paths"], result["webhooks"], parts["responses"]]
    headers = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()
    }
    parts["headers"] = only_needed(headers, roots, HEADER_REF)
    parts["schemas"] = only_needed(schemas, roots)
    result["tags"] = [{"name": tag, "description": text} for tag, text in TAGS.items()]
    return result


def _operations(result: Json) -> Iterator[Json]:
    for path in result["paths"].values():
        yield from path.values()


def _complete(operation: Json, schemas: Json, samples: Samples) -> set[int]:
    """Complete an operation from its own declarations; return its problem statuses."""
    problems = problems_of(operation)
    operation.setdefault("security", [])
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["description"] = PATH_PARAMETERS[parameter["name"]]
    body = _json(operation.get("requestBody", {}))
    if body:
        name = body["schema"]["$ref"].removeprefix(REF)
        operation["requestBody"]["required"] = bool(schemas[name].get("required"))
        body["examples"] = move_examples() if name == "NewMove" else _example(samples, body)
    for status, response in operation["responses"].items():
        if status.startswith(("2", "3")):
            _describe(response, operation, schemas)
            if content := _json(response):
                content["examples"] = _example(samples, content)
    answers = operation["responses"] | {
        str(status): problem_reference(status) for status in problems
    }
    operation["responses"] = dict(sorted(answers.items()))
    return problems


def _describe(response: Json, operation: Json, schemas: Json) -> None:
    content = _json(response)
    name = content.get("schema", {}).get("$ref", "").removeprefix(REF)
    described = schemas.get(name, {}).get("description")
    response["description"] = response.get("description") or described or "Done."
    headers = []
    accepted = {parameter["name"] for parameter in operation.get("parameters", ())}
    if "If-None-Match" in accepted or name == "MoveAnswer":
        headers.append("ETag")
    if "Idempotency-Key" in accepted:
        headers.append("Idempotent-Replayed")
    if operation.get("deprecated"):
        headers += ["Deprecation", "Sunset"]
    if headers:
        response["headers"] = {header: header_reference(header) for header in headers}


def _json(holder: Json) -> Json:
    content: Json = holder.get("content", {}).get("application/json", {})
    return content


def _example(samples: Samples, content: Json) -> Json:
    return {"typical": {"summary": "Typical", "value": samples.of(content["schema"])}}
