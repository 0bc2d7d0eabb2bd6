"""Write the types of the API, `gobelet_sdk/schema.py`, from docs/openapi.yaml (`make schema`)."""

import json
from keyword import iskeyword
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "docs" / "openapi.yaml"
WRITTEN = HERE / "gobelet_sdk" / "schema.py"
HEAD = '''"""The types of the API, generated from docs/openapi.yaml by generate_schema.py."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''
PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "null": "None", "number": "float"}

Json = dict[str, Any]


def generated(document: Json) -> str:
    """The module: a TypedDict for each object, an alias for everything else."""
    schemas = document["components"]["schemas"]
    return HEAD + "".join(_definition(name, schema) for name, schema in schemas.items())


def _definition(name: str, schema: Json) -> str:
    described = json.dumps(schema["description"].split("\n")[0], ensure_ascii=False)
    if "properties" not in schema or isinstance(schema.get("additionalProperties"), dict):
        return f"\n{name}: TypeAlias = {json.dumps(_type(schema))}\n{described}\n"
    required = schema.get("required", ())
    types = {
        field: _type(kind) if field in required else f"NotRequired[{_type(kind)}]"
        for field, kind in schema["properties"].items()
    }
    if any(not name.isidentifier() or iskeyword(name) for name in types):
        return f"\n{name} = TypedDict({json.dumps(name)}, {json.dumps(types)})\n{described}\n"
    fields = "".join(f"    {field}: {kind}\n" for field, kind in types.items())
    return f"\n\nclass {name}(TypedDict):\n    {described}\n\n{fields or '    pass'}\n"


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[union])))
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]".replace('"', "'")
    match schema.get("type"):
        case "array":
            return f"list[{_type(schema['items'])}]"
        case "object":
            values = schema.get("additionalProperties")
            if not isinstance(values, dict) or "properties" in schema:
                return "dict[str, Any]"
            return f"dict[str, {_type(values)}]"
        case None:
            return "Any"
        case kind:
            return PLAIN[kind]


if __name__ == "__main__":
    WRITTEN.write_text(generated(yaml.load(SCHEMA.read_text(), yaml.CSafeLoader)))
