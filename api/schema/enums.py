"""Names enumerations, so that generators make one type of each and not one per field."""

import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, TypeAlias, get_args, get_origin

Json: TypeAlias = dict[str, Any]
Values: TypeAlias = frozenset[str]
REF = "#/components/schemas/"


class Enumerations:
    """The enumerations of one package, named after its `Name = Literal[…]` declarations.

    One without a declaration is named after the field in which it occurs first.
    """

    def __init__(self, package: ModuleType, prefix: str) -> None:
        self.schemas: Json = {}
        self._prefix = prefix
        self._declared = {
            frozenset(get_args(value)): (name, get_args(value))
            for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
            for name, value in vars(import_module(module.name)).items()
            if get_origin(value) is Literal
        }
        self._named: dict[Values, str] = {}

    def named(self, value: Any, place: str) -> Any:
        """Return the schema with a reference in place of every enumeration of several strings."""
        if isinstance(value, list):
            return [self.named(inner, place) for inner in value]
        if not isinstance(value, dict):
            return value
        if _is_enumeration(value):
            return {"$ref": REF + self._name(value["enum"], place)} | _beside(value)
        return {
            key: self._properties(inner, place) if key == "properties" else self.named(inner, place)
            for key, inner in value.items()
        }

    def _properties(self, properties: Json, place: str) -> Json:
        return {
            name: self.named(declared, place + _camel(name))
            for name, declared in properties.items()
        }

    def _name(self, values: list[str], place: str) -> str:
        known = frozenset(values)
        if known not in self._named:
            name, ordered = self._declared.get(known, (place.removeprefix(self._prefix), values))
            self._named[known] = self._prefix + name
            self.schemas[self._prefix + name] = {"type": "string", "enum": list(ordered)}
        return self._named[known]


def _is_enumeration(schema: Json) -> bool:
    values = schema.get("enum")
    return (
        isinstance(values, list)
        and len(values) > 1
        and all(isinstance(value, str) for value in values)
    )


def _beside(schema: Json) -> Json:
    return {key: inner for key, inner in schema.items() if key not in ("enum", "type")}


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
