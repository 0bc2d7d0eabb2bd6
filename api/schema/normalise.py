"""Rewrites msgspec's JSON Schemas in simple forms that every generator reads."""

from typing import Any

from api.schema.enums import Json


def tidy(value: Any) -> Any:
    """Return the same schema in simple forms."""
    if isinstance(value, list):
        return [tidy(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return _simplified(
        {key: _tidy_keyword(key, held) for key, held in value.items() if key != "title"}
    )


def _tidy_keyword(keyword: str, held: Any) -> Any:
    if keyword == "properties":
        return {name: tidy(inner) for name, inner in held.items()}
    if keyword == "description":
        return " ".join(held.split())
    return held if keyword in ("default", "enum", "examples") else tidy(held)


def _simplified(schema: Json) -> Json:
    if "enum" in schema and all(isinstance(choice, str) for choice in schema["enum"]):
        schema = {"type": "string"} | schema
    if schema.get("type") == "object" and "properties" not in schema:
        schema.setdefault("additionalProperties", True)
    if schema.get("default", ...) is None:  # means the same as an absent field
        del schema["default"]
    if not schema.get("required", True):
        del schema["required"]
    places = schema.get("prefixItems")
    if places and all(place == places[0] for place in places):
        schema["items"] = places[0]
        del schema["prefixItems"]
    return schema
