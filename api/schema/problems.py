"""Problem responses in the schema: one named response per status, with an example as sent."""

from django.db import OperationalError
from django.http import HttpRequest
from rest_framework import exceptions

from api.http.problems import PROBLEM_JSON, TITLES, Problem, exception_handler
from api.schema.enums import Json, ref
from events.errors import Conflict, Forbidden, NotFound
from games.codec import Malformed
from games.contract import IllegalMove

_TYPICAL: dict[int, Exception] = {
    400: Malformed("missing_field", "/game"),
    401: exceptions.NotAuthenticated(),
    403: Forbidden("not_creator"),
    404: NotFound("match_not_found"),
    406: exceptions.NotAcceptable(),
    409: Conflict("stale_version", current_version=42, events=[]),
    413: Problem(413, "body_too_large"),
    415: exceptions.UnsupportedMediaType("text/plain"),
    422: IllegalMove("not_your_turn"),
    428: Problem(428, "idempotency_key_required"),
    429: exceptions.Throttled(30),
    503: OperationalError(),
}
HEADER_REF = "#/components/headers/"
_HEADERS = {401: ["WWW-Authenticate"], 403: ["WWW-Authenticate"], 429: ["Retry-After"]}


def problem_reference(status: int) -> Json:
    """Return a reference to the named response of this status."""
    return {"$ref": f"#/components/responses/Problem{status}"}


def problem_responses(statuses: set[int]) -> Json:
    """Return the named responses of these statuses."""
    return {f"Problem{status}": _response(status) for status in sorted(statuses)}


def problems_of(operation: Json) -> set[int]:
    """Return the problem statuses of an operation: those it declares and those common to all."""
    declared = {
        int(status)
        for status, response in operation["responses"].items()
        if PROBLEM_JSON in response.get("content", ())
    }
    if operation.get("security"):
        declared |= {401, 403}  # 403: an app that may not do this
    if any(parameter["in"] == "path" for parameter in operation.get("parameters", ())):
        declared.add(404)
    if "requestBody" in operation:
        declared |= {400, 413, 415}
    return declared | {406, 429, 503}


def _response(status: int) -> Json:
    title = TITLES[status].en
    content: Json = {"schema": ref("Problem")}
    if status in _TYPICAL:
        content["examples"] = {"typical": {"summary": title, "value": _example(status)}}
    response: Json = {"description": title, "content": {PROBLEM_JSON: content}}
    if headers := _HEADERS.get(status):
        response["headers"] = {name: header_reference(name) for name in headers}
    return response


def _example(status: int) -> Json:
    response = exception_handler(_TYPICAL[status], {"request": HttpRequest()})
    assert response is not None
    example: Json = response.data
    return example


def header_reference(name: str) -> Json:
    """Return a reference to a named header."""
    return {"$ref": HEADER_REF + name}
