"""Converts the schema to OpenAPI 3.0.3, for generators without 3.1: same paths, no webhooks."""

from typing import Any

from api.schema.enums import Json
from api.schema.problem_codes import ANY_STRING
from api.schema.references import only_needed

VERSION = "3.0.3"
_NULL: Json = {"type": "null"}
_NULL_ENUM: Json = {"type": "object", "nullable": True, "enum": [None]}
"""Null beside references in 3.0, where `nullable` has no effect; generators know this form."""


def as_openapi30(document: Json) -> Json:
    """Return the document as OpenAPI 3.0.3, without webhooks and the schemas only they need."""
    paths = _convert_inside(document["paths"])
    parts = {kind: _convert_inside(held) for kind, held in document["components"].items()}
    schemas = {name: _schema(held) for name, held in document["components"]["schemas"].items()}
    parts["schemas"] = only_needed(schemas, [paths, {**parts, "schemas": None}])
    rest = {key: held for key, held in document.items() if key not in ("openapi", "webhooks")}
    return {"openapi": VERSION} | rest | {"paths": paths, "components": parts}


def _convert_inside(value: Any) -> Any:
    """Convert every schema inside a value to 3.0; examples stay as they are."""
    if isinstance(value, list):
        return [_convert_inside(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _schema(held)
        if key == "schema"
        else held
        if key in ("example", "examples")
        else _convert_inside(held)
        for key, held in value.items()
    }


def _schema(schema: Any) -> Any:
    if not isinstance(schema, dict):
        return schema
    older = {key: _keyword(key, held) for key, held in schema.items()}
    if "properties" in older:
        _drop_properties(
            older, [name for name, held in schema["properties"].items() if _only_null(held)]
        )
    if "examples" in older:
        older["example"] = older.pop("examples")[0]
    if _NULL in older.get("anyOf", ()):
        older = _nullable(older)
    if ANY_STRING in older.get("anyOf", ()):
        older = _closed(older)
    if "$ref" in older and len(older) > 1:  # 3.0 ignores keywords beside a reference
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
    """Replace null in `anyOf` by the form that 3.0 has for it."""
    kinds: list[Json] = [kind for kind in schema.pop("anyOf") if kind != _NULL]
    if len(kinds) > 1 or "$ref" in kinds[0]:
        return {"anyOf": [*kinds, _NULL_ENUM]} | schema
    return kinds[0] | {"nullable": True} | schema


def _closed(schema: Json) -> Json:
    """Replace a union with any string by the enumeration, if it has one: generators for 3.0 have a
    case for unknown values in every enumeration, and do not read such a union."""
    kinds: list[Json] = [kind for kind in schema.pop("anyOf") if kind != ANY_STRING]
    return (kinds[0] if len(kinds) == 1 else ANY_STRING) | schema


def _only_null(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _drop_properties(schema: Json, names: list[str]) -> None:
    """Drop properties that can only be null, for which 3.0 has no type."""
    for name in names:
        del schema["properties"][name]
        if name in schema.get("required", ()):
            schema["required"].remove(name)
