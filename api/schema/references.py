"""References to named schemas: which schemas a document needs."""

from collections.abc import Iterator
from typing import Any

from api.schema.enums import REF, Json


def only_needed(schemas: Json, roots: list[Any]) -> Json:
    """Return the schemas that the roots refer to, directly or indirectly."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(schemas[name])
    return {name: held for name, held in schemas.items() if name in found}


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(REF):
            yield target.removeprefix(REF)
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _references(inner)
