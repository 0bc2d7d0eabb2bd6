"""References to named components: which of them a document needs."""

from collections.abc import Iterator
from typing import Any

from api.schema.enums import REF, Json


def only_needed(named: Json, roots: list[Any], prefix: str = REF) -> Json:
    """Return the components that the roots refer to, directly or indirectly."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in _references(waiting.pop(), prefix):
            if name not in found:
                found.add(name)
                waiting.append(named[name])
    return {name: held for name, held in named.items() if name in found}


def _references(value: Any, prefix: str) -> Iterator[str]:
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(prefix):
            yield target.removeprefix(prefix)
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _references(inner, prefix)
