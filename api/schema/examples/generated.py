"""Generates a valid example of any schema, so that every new operation has one."""

import re
from collections.abc import Iterable
from typing import Any

from api.schema.enums import REF, Json

_HEX = "0123456789abcdef"
_ID = "0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f"
_TEXTS = (
    *("Anna", "anna@example.org", "2026-05-01T18:30:00.000000Z", "22:00", 4 * _HEX, "123456"),
    *("en", _ID, _HEX, ""),
)
"""Tried in this order where a pattern refuses the value for the field's name."""
_BY_NAME: Json = {
    **dict.fromkeys(("id", "match", "player", "creator"), _ID),
    "name": "Anna",
    "email": "anna@example.org",
    "time_zone": "Europe/Paris",
    "from": "22:00",
    "until": "08:00",
    "device": "Anna’s phone",
    "key_id": _HEX,
    "text": "Anna announces 3.",
    "label": "announce 3",
    "reason": "three_across",
    "url": "https://example.org/gobelet",
    "answer": "204",
    "as": "spectator",
    "version": 42,
    "count": 1,
    "turns": 40,
    "in_time_percent": 97,
    "message": 7,
    "vacation_left_seconds": 21 * 24 * 3600,
    "expires_in_seconds": 600,
    "played": 3,
    "won": 1,
    "mu": "27.635",
    "sigma": "8.177",
}
"""Typical values by the field's name, used where the schema allows them."""
_DATES = {"from": "2026-08-01", "until": "2026-08-10"}
_ABSENT = {"next", "kept_for", "rematch", "minimum_reliability", "disabled_at", "retired_at"}
"""Fields that are null in the typical case."""


class Samples:
    """Examples by schema name: the given ones, and generated ones for all other schemas."""

    def __init__(self, schemas: Json, given: Json) -> None:
        self._schemas = schemas
        self._given = dict(given)
        self._by_name = dict(_BY_NAME)

    def of(self, schema: Json, name: str = "") -> Any:
        """Return a value that the schema allows; `name` is the field that it is for."""
        if name in _ABSENT and {"type": "null"} in schema.get("anyOf", ()):
            return None
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

    def give_field(self, name: str, value: str) -> None:
        """Set the typical value of the fields of this name."""
        self._by_name[name] = value

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
                least = schema.get("minimum", 0)
                typical = self._by_name.get(name)
                fits = isinstance(typical, int) and least <= typical <= schema.get(
                    "maximum", typical
                )
                return typical if fits else least
            case "boolean":
                return False
            case "string":
                return _text(schema, name, self._by_name.get(name))
            case _:
                return None


def _number(schema: Json, typical: Any) -> int:
    least: int = schema.get("minimum", 0)
    if isinstance(typical, int) and least <= typical <= schema.get("maximum", typical):
        return typical
    return least


def _text(schema: Json, name: str, typical: Any) -> str:
    """Return a text that the schema allows: a typical one for the field's name, or the name itself.

    Where none is valid, a test demands an example beside the pattern: `Meta(examples=[…])`.
    """
    if schema.get("format") == "date":
        return _DATES[name]
    for text in (typical if isinstance(typical, str) else name, *_TEXTS):
        long_enough = schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text))
        if long_enough and re.search(schema.get("pattern", ""), text):
            return text
    return name
