"""The decorator with which a handler declares its operation for the schema."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from api.http.authentication import AnyScope, scope_declare
from api.http.etag import with_etag
from api.http.pagination import MOST_PER_PAGE
from api.http.problems import PROBLEM_JSON
from api.schema.deprecation import Deprecated, with_deprecation
from api.schema.enums import Json, ref

F = TypeVar("F", bound=Callable[..., Any])

EVENT_STREAM = "text/event-stream"


def number(text: str, least: int, most: int | None = None, **more: Any) -> Json:
    """Declare a query parameter that is a whole number."""
    most_allowed = {"maximum": most} if most else {}
    return {"description": text, "type": "integer", "minimum": least} | most_allowed | more


LIMIT = number("The most entries to return.", 1, MOST_PER_PAGE)
PROOF = number("1 to add to each event the proof that it is in the hash chain.", 0, 1, default=0)
SHARE = "The secret of a share link: shows a private match once it is over."
_PAGE: Mapping[str, Json] = {
    "limit": LIMIT,
    "cursor": {
        "description": "`next` of the page before; left out, the first page.",
        "type": "string",
    },
}


def described(
    name: str,
    summary: str,
    *,
    answer: str | None,
    status: int = 200,
    body: type[Struct] | None = None,
    also: Iterable[int] = (),
    problems: Iterable[int] = (),
    query: Mapping[str, Json] | None = None,
    headers: Mapping[str, str] | None = None,
    listed: bool = False,
    conditional: bool = False,
    compressed: bool = False,
    keyed: bool = True,
    key_required: bool = False,
    stream: Mapping[str, str] | None = None,
    text: str | None = None,
    tag: str | None = None,
    deprecated: Deprecated | None = None,
    scope: AnyScope | None = None,
) -> Callable[[F], F]:
    """Declare in the schema what an operation accepts and returns, and add ETags where it says so.

    `answer` names a schema, or is None for no body; `problems`: statuses beside those common to all
    operations; `query`: by name the JSON Schema of a parameter, with its description;
    `headers`: by name what a header of the request is; `listed`:
    in pages, conditional and compressed; `conditional`: with an ETag; `compressed`: with gzip for
    clients that accept it, only for answers without anything that the rules hide; `keyed`: accepts
    an Idempotency-Key; `stream`: Server-Sent Events, with the schema of the data of each type of
    message; `text`: the media type of a text file; `tag`: the group, if the path does not imply it;
    `scope`: what a third-party app needs, without which the operation is closed to apps.
    """
    keyed = keyed and body is not None
    conditional, compressed = conditional or listed, compressed or listed
    if listed:
        problems = (400, 401, *problems)
    if keyed:
        problems = dict.fromkeys((*problems, 422))  # an idempotency key reused with another request
    content = ref(answer) if answer else None
    responses: dict[Any, Any] = {
        (code, "application/json") if content else code: content for code in (status, *also)
    }
    if stream:
        responses = {(status, EVENT_STREAM): _messages(stream), **dict.fromkeys(also)}
    if text:
        responses = {(status, text): {"type": "string"}}
    if conditional:
        responses[304] = OpenApiResponse(description="What If-None-Match names is still true.")
    for code in problems:
        responses[(code, PROBLEM_JSON)] = ref("Problem")
    asked = {**(query or {}), **(_PAGE if listed else {})}
    parameters = [_query_parameter(name, **declared) for name, declared in asked.items()]
    parameters += [_header(name, told) for name, told in (headers or {}).items()]
    if conditional:
        parameters.append(_header("If-None-Match", "The ETag of an earlier answer."))
    if stream:
        parameters.append(_header("Last-Event-ID", "The id of the last message that you have."))
    if keyed:
        parameters.append(_key_parameter(required=key_required))
    extend = extend_schema(
        operation_id=name,
        summary=summary,
        request={"application/json": ref(body.__name__)} if body else None,
        responses=responses,
        parameters=parameters,
        tags=[tag] if tag else None,
        deprecated=True if deprecated else None,
    )

    def describe(handler: F) -> F:
        done: Any = with_etag(handler) if conditional else handler
        if compressed:
            done = method_decorator(gzip_page)(done)
        if deprecated:
            done = with_deprecation(deprecated, done)
        described_handler: F = extend(done)
        scope_declare(described_handler, scope)
        return described_handler

    return describe


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes our tokens in the schema."""

    target_class = "api.http.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Json:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …`, as signing in gives it: one for each device. Every "
            "operation takes it; a third-party app sends `Bearer …` instead (oauth2).",
        }


def _messages(stream: Mapping[str, str]) -> Json:
    """Describe a stream; its messages go into an extension, as OpenAPI has no keyword for them."""
    data = {name: ref(schema) for name, schema in stream.items()}
    contents = ", ".join(f"`{name}` holds {schema}" for name, schema in stream.items())
    return {"type": "string", "description": f"Server-Sent Events: {contents}.", "x-messages": data}


def _query_parameter(name: str, description: str, **schema: Any) -> OpenApiParameter:
    return OpenApiParameter(name, schema, description=description)


def _key_parameter(*, required: bool) -> OpenApiParameter:
    text = "The same key and body get the first answer again and change nothing."
    return _header("Idempotency-Key", text, required=required, minLength=1, maxLength=255)


def _header(
    name: str, description: str, *, required: bool = False, **more: Any
) -> OpenApiParameter:
    return OpenApiParameter(
        name,
        {"type": "string"} | more,
        location=OpenApiParameter.HEADER,
        required=required,
        description=description,
    )
