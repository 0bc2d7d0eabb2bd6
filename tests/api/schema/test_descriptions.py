"""Everything in the schema is described: fields, parameters, headers, enumerations' values."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.schema.document import NEWER, document
from api.schema.openapi30 import VERSION as OLDER

VERSIONS = (NEWER, OLDER)


def everything(value: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document and where it is, but for examples, which are data."""
    if isinstance(value, dict):
        yield place, value
        for key, held in value.items():
            if key not in ("example", "examples", "default"):
                yield from everything(held, f"{place}/{key}")
    elif isinstance(value, list):
        for number, held in enumerate(value):
            yield from everything(held, f"{place}/{number}")


def is_said(text: object) -> bool:
    return isinstance(text, str) and bool(text.strip())


@pytest.mark.parametrize("version", VERSIONS)
def test_every_field_has_a_description(version: str) -> None:
    fields = {
        f"{place}/{name}": declared
        for place, schema in everything(document(version))
        if schema.get("type") == "object"
        for name, declared in schema.get("properties", {}).items()
    }
    assert len(fields) > 1000
    silent = [place for place, field in fields.items() if not is_said(field.get("description"))]
    assert not silent, "write a docstring below the field"


@pytest.mark.parametrize("version", VERSIONS)
def test_every_parameter_and_header_has_a_description(version: str) -> None:
    whole = document(version)
    named = [
        (place, parameter)
        for place, held in everything(whole)
        for parameter in held.get("parameters", ())
    ]
    named += list(whole["components"]["headers"].items())
    assert len(named) > 100
    assert not [place for place, parameter in named if not is_said(parameter.get("description"))]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_value_of_an_enumeration_has_a_description(version: str) -> None:
    for name, schema in document(version)["components"]["schemas"].items():
        assert is_said(schema.get("description")), name
        if "enum" in schema:
            said = schema["x-enum-descriptions"]
            assert len(said) == len(schema["enum"]), name
            assert all(map(is_said, said)), f"{name}: write `value: meaning` below the Literal"
            assert all(f"`{value}`" in schema["description"] for value in schema["enum"]), name


def test_descriptions_are_sentences() -> None:
    for place, schema in everything(document(NEWER)["components"]["schemas"]):
        for name, declared in schema.get("properties", {}).items():
            text = declared.get("description", "A.") if isinstance(declared, dict) else "A."
            assert text[0].isupper() or not text[0].isalpha(), (place, name)
            assert text.endswith("."), (place, name)
