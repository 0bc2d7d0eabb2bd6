"""The OpenAPI schema: requests and answers from their declarations, unions from the games."""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from api import answers, shapes
from api.pages import MOST_PER_PAGE
from api.shapes.common import Form
from events.record import PLATFORM
from games.codec import name_of
from games.registry import all_games

F = TypeVar("F", bound=Callable[..., Any])
Json = dict[str, Any]

_REF = "#/components/schemas/"
_PAGE: Json = {"limit": (1, MOST_PER_PAGE), "cursor": {"type": "string"}}


def described(
    name: str,
    *,
    answer: str,
    status: int = 200,
    body: type[Struct] | None = None,
    also: Iterable[int] = (),
    problems: Iterable[int] = (),
    query: Mapping[str, tuple[int, int | None] | Json] | None = None,
    listed: bool = False,
    conditional: bool = False,
    keyed: bool = True,
    key_required: bool = False,
) -> Callable[[F], F]:
    """Say in the schema what an operation takes and answers.

    `query` has the least and greatest of a number, or a JSON Schema; `listed`: in pages.
    """
    responses: dict[Any, Any] = {
        (code, "application/json"): ref(answer) for code in (status, *also)
    }
    if conditional:
        responses[304] = OpenApiResponse(description="What If-None-Match names is still true.")
    for code in problems:
        responses[(code, "application/problem+json")] = ref("Problem")
    asked = {**(query or {}), **(_PAGE if listed else {})}
    parameters = [
        OpenApiParameter(name, declared if isinstance(declared, dict) else _number(*declared))
        for name, declared in asked.items()
    ]
    if conditional:
        parameters.append(_header("If-None-Match", "The ETag of an earlier answer."))
    if body is not None and keyed:
        parameters.append(_key_parameter(required=key_required))
    return extend_schema(
        operation_id=name,
        request={"application/json": ref(body.__name__)} if body else None,
        responses=responses,
        parameters=parameters,
    )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of our tokens."""

    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Json:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …`, as POST auth/guest gives it",
        }


def _number(least: int, most: int | None) -> Json:
    return {"type": "integer", "minimum": least} | ({"maximum": most} if most else {})


def ref(name: str) -> Json:
    """A reference to a named schema."""
    return {"$ref": _REF + name}


def add_components(result: Json, **kwargs: Any) -> Json:
    """drf-spectacular's last step: put the named schemas in."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components())
    return result


@cache
def components() -> Json:
    """Every named schema."""
    named = _schemas((*_declared(shapes), *_declared(answers)))
    moves: dict[str, str] = {}
    events: dict[str, str] = {}
    views: dict[str, str] = {}
    for game in all_games().values():
        own = _prefixed(_schemas((*game.moves, game.view_type)), game.key.capitalize())
        named |= own
        moves |= {name_of(kind): game.key.capitalize() + kind.__name__ for kind in game.moves}
        views[game.key] = game.key.capitalize() + game.view_type.__name__
        _add_events(named, events, game.events, game.key.capitalize())
    _add_events(named, events, PLATFORM, "")
    named["Move"] = _union("type", moves)
    named["Event"] = _union("type", events)
    named["View"] = _union("game", views)
    named["NewMove"]["properties"]["move"] = ref("Move")
    return named


def _declared(package: ModuleType) -> Iterator[type[Struct]]:
    """Every form that the modules of a package declare."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            form = isinstance(value, type) and issubclass(value, Struct) and value is not Form
            if form and value.__module__ == module.name:
                yield value


def _add_events(named: Json, mapping: dict[str, str], kinds: Iterable[Any], prefix: str) -> None:
    """For each kind of event one schema of its envelope and one of its data."""
    schemas = _prefixed(_schemas(kinds), prefix)
    for kind in kinds:
        name = prefix + kind.__name__
        data = schemas.pop(name)
        data["properties"].pop("type")
        data["required"].remove("type")
        if not data["required"]:
            del data["required"]
        named[f"{name}Data"] = data
        named[name] = _envelope(name_of(kind), kind.schema, f"{name}Data", data.get("description"))
        mapping[name_of(kind)] = name
    named |= schemas


def _envelope(stored_name: str, schema: int, data: str, description: str | None) -> Json:
    return {
        "type": "object",
        "description": description or stored_name,
        "properties": {
            "seq": {"type": "integer"},
            "type": {"type": "string", "enum": [stored_name]},
            "schema": {"type": "integer", "enum": [schema]},
            "at": {"type": "string"},
            "actor": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "automatic": {"type": "boolean"},
            "data": ref(data),
            "proof": ref("Proof"),
        },
        "required": ["seq", "type", "schema", "at", "actor", "automatic", "data"],
    }


def _union(field: str, mapping: Mapping[str, str]) -> Json:
    return {
        "oneOf": [ref(name) for name in mapping.values()],
        "discriminator": {
            "propertyName": field,
            "mapping": {key: _REF + name for key, name in mapping.items()},
        },
    }


def _schemas(kinds: Iterable[Any]) -> Json:
    _, found = msgspec.json.schema_components(list(kinds), ref_template=_REF + "{name}")
    return found


def _prefixed(schemas: Json, prefix: str) -> Json:
    """The same schemas under longer names, so that games cannot collide."""
    text = msgspec.json.encode(schemas).decode()
    for name in schemas:
        text = text.replace(f'"{_REF}{name}"', f'"{_REF}{prefix}{name}"')
    return {prefix + name: schema for name, schema in msgspec.json.decode(text).items()}


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
