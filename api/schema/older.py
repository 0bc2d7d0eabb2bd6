"""The schema in OpenAPI 3.0.3, for generators that do not read 3.1: same paths, no webhooks."""

from collections.abc import Iterator
from typing import Any

from api.schema.enums import REF, Json

VERSION = "3.0.3"
_NULL: Json = {"type": "null"}
_NOTHING: Json = {"nullable": True, "enum": [None]}
"""How 3.0 says null beside references, where `nullable` has no say; generators know it."""


def in_older_form(document: Json) -> Json:
    """The same interface as OpenAPI 3.0.3 says it; what only webhooks need is left out."""
    paths = _around(document["paths"])
    parts = {kind: _around(held) for kind, held in document["components"].items()}
    schemas = {name: _schema(held) for name, held in document["components"]["schemas"].items()}
    needed = _needed(schemas, [paths, {**parts, "schemas": None}])
    parts["schemas"] = {name: held for name, held in schemas.items() if name in needed}
    rest = {key: held for key, held in document.items() if key not in ("openapi", "webhooks")}
    return {"openapi": VERSION} | rest | {"paths": paths, "components": parts}


def _around(value: Any) -> Any:
    """What holds schemas, with those in their older form; examples stay as they are."""
    if isinstance(value, list):
        return [_around(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _schema(held)
        if key == "schema"
        else held
        if key in ("example", "examples")
        else _around(held)
        for key, held in value.items()
    }


def _schema(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return schema
    older = {key: _keyword(key, held) for key, held in schema.items()}
    if "properties" in older:
        _forget(older, [name for name, held in schema["properties"].items() if _only_null(held)])
    if "examples" in older:
        older["example"] = older.pop("examples")[0]
    if _NULL in older.get("anyOf", ()):
        older = _nullable(older)
    if "$ref" in older and len(older) > 1:  # beside a reference nothing else is read
        older = {"allOf": [{"$ref": older.pop("$ref")}]} | older
    return older


def _keyword(key: str, held: Any) -> Any:
    if key == "properties":
        return {name: _schema(declared) for name, declared in held.items()}
    if key in ("anyOf", "oneOf", "allOf"):
        return [_schema(inner) for inner in held]
    if key in ("items", "additionalProperties", "not"):
        return _schema(held)
    return held


def _nullable(schema: Json) -> Json:
    """`anyOf` with null, without it."""
    kinds: list[Json] = [kind for kind in schema.pop("anyOf") if kind != _NULL]
    if len(kinds) > 1 or "$ref" in kinds[0]:
        return {"anyOf": [*kinds, _NOTHING]} | schema
    return kinds[0] | {"nullable": True} | schema


def _only_null(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _forget(schema: Json, names: list[str]) -> None:
    """Properties that can only be null have no type here."""
    for name in names:
        del schema["properties"][name]
        if name in schema.get("required", ()):
            schema["required"].remove(name)


def _needed(schemas: Json, roots: list[Any]) -> set[str]:
    """The names of all schemas that something refers to, however indirectly."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(REF):
            yield target.removeprefix(REF)
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _references(inner)
