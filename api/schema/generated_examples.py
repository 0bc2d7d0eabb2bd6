"""Generates a valid example of any schema, so that every new operation has one."""

import re
from collections.abc import Iterable
from typing import Any

from api.schema.enums import REF, Json

_HEX = "0123456789abcdef"
_TEXTS = (
    *("Anna", "anna@example.org", "2026-05-01T18:30:00.000000Z", "22:00", "123456", "en"),
    *("0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f", 4 * _HEX, _HEX, ""),
)


class Samples:
    """Examples by schema name: the given ones, and generated ones for all other schemas."""

    def __init__(self, schemas: Json, given: Json) -> None:
        self._schemas = schemas
        self._given = dict(given)

    def of(self, schema: Json, name: str = "") -> Any:
        """Return a value that the schema allows; `name` is the field that it is for."""
        if "$ref" in schema:
            return self.named(schema["$ref"].removeprefix(REF))
        if "examples" in schema:
            return schema["examples"][0]
        if "enum" in schema:
            return schema["enum"][0]
        for union in ("oneOf", "anyOf", "allOf"):
            if union in schema:
                return self.of(schema[union][0], name)
        return self._of_type(schema, name)

    def give(self, name: str, example: Any) -> None:
        """Set the example of a named schema."""
        self._given[name] = example

    def named(self, name: str) -> Any:
        """Return the example of a named schema."""
        if name not in self._given:
            self._given[name] = self.of(self._schemas[name], name)
        return self._given[name]

    def description(self, name: str) -> str:
        """Return the description of a named schema, empty if it has none."""
        text: str = self._schemas[name].get("description", "")
        return text

    def _of_type(self, schema: Json, name: str) -> Any:
        match schema.get("type"):
            case "object":
                known: Json = schema.get("properties", {})
                wanted: Iterable[str] = schema.get("required", known)
                return {field: self.of(known[field], field) for field in wanted}
            case "array":
                most = schema.get("maxItems", 1)
                items = schema.get("items", {})
                return [self.of(items, name)] * max(schema.get("minItems", 0), min(most, 1))
            case "integer":
                return schema.get("minimum", 0)
            case "boolean":
                return False
            case "string":
                return _text(schema, name)
            case _:
                return None


def _text(schema: Json, name: str) -> str:
    """Return a text that the schema allows: the field's own name where any text is valid.

    Where none is valid, a test demands an example beside the pattern: `Meta(examples=[…])`.
    """
    for text in (name, *_TEXTS):
        long_enough = schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text))
        if long_enough and re.search(schema.get("pattern", ""), text):
            return text
    return name
