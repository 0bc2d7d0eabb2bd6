"""Names enumerations, so that generators make one type of each and not one per field."""

import pkgutil
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, TypeAlias, get_args, get_origin

from api.schema.descriptions import EnumText, enum_text
from games.contract import Text

Json: TypeAlias = dict[str, Any]
Values: TypeAlias = frozenset[str]
REF = "#/components/schemas/"


def ref(name: str) -> Json:
    """Return a reference to a named schema."""
    return {"$ref": REF + name}


class Enumerations:
    """The enumerations of some packages, named after their `Name = Literal[…]` declarations.

    Their values are described by the declaration's docstring, those of a game also by its labels.
    """

    def __init__(
        self, packages: Iterable[ModuleType], prefix: str, labels: Mapping[str, Text]
    ) -> None:
        self.schemas: Json = {}
        self._prefix = prefix
        self._labels = labels
        self._declared = {
            frozenset(get_args(value)): (module.name, name, get_args(value))
            for package in packages
            for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
            for name, value in vars(import_module(module.name)).items()
            if get_origin(value) is Literal
        }

    def named(self, value: Any) -> Any:
        """Return the schema with a reference in place of every enumeration of several strings."""
        if isinstance(value, list):
            return [self.named(inner) for inner in value]
        if not isinstance(value, dict):
            return value
        if _is_enumeration(value):
            return ref(self._name(frozenset(value["enum"]))) | _beside(value)
        return {key: self.named(inner) for key, inner in value.items()}

    def _name(self, values: Values) -> str:
        if values not in self._declared:
            raise ValueError(f"declare these values as `Name = Literal[…]`: {sorted(values)}")
        module, name, ordered = self._declared[values]
        if self._prefix + name not in self.schemas:
            text = enum_text(module, name)
            labelled = {value: self._label(name, value) for value in ordered}
            self.schemas[self._prefix + name] = enumeration(
                EnumText(text.summary, labelled | text.values)
            )
        return self._prefix + name

    def _label(self, name: str, value: str) -> str:
        topic = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        for key in (f"{topic}.{value}", f"option.{topic}.{value}"):
            if key in self._labels:
                return self._labels[key].en
        return ""


def enumeration(text: EnumText) -> Json:
    """Return a schema of described values: in `description` for readers, and as the extension
    that generators of source code know."""
    lines = "".join(f"\n* `{value}`: {said}" for value, said in text.values.items())
    return {
        "type": "string",
        "description": f"{text.summary}\n{lines}",
        "enum": list(text.values),
        "x-enum-descriptions": list(text.values.values()),
    }


def _is_enumeration(schema: Json) -> bool:
    values = schema.get("enum")
    return (
        isinstance(values, list)
        and len(values) > 1
        and all(isinstance(value, str) for value in values)
    )


def _beside(schema: Json) -> Json:
    return {key: inner for key, inner in schema.items() if key not in ("enum", "type")}
