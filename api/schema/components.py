"""The named schemas: requests and responses from their structs, unions from the games."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from api import requests, responses
from api.responses.common import Time
from api.schema.descriptions import field_texts, structs_within
from api.schema.enums import REF, Enumerations, Json, ref
from api.schema.normalise import tidy
from api.schema.problem_codes import field_codes, open_union, problem_codes
from events.log.envelope import PLATFORM, Envelope
from games.codec import name_of
from games.contract import AnyGame, Text
from games.registry import UNKNOWN, all_rulesets
from games.words import labels_of


def components() -> Json:
    """Return every named schema, in a copy that the caller may change."""
    return deepcopy(_components())


def prefix_of(game: AnyGame) -> str:
    """Return the prefix of a game's schema names, which keeps the names of games apart."""
    return game.key.capitalize()


@cache
def _components() -> Json:
    packages = (requests, responses)
    declared = [kind for package in packages for kind in _declared(package)]
    named: Json = _family(declared, packages)
    moves: dict[str, str] = {}
    events: dict[str, str] = {}
    views: dict[str, str] = {}
    for game in all_rulesets().values():
        prefix = prefix_of(game)
        kinds = (*game.moves, *game.events, game.view_type)
        folder = import_module(f"games.{game.key}")
        own = _family(kinds, (folder,), prefix, labels_of(game))
        moves |= {name_of(kind): prefix + kind.__name__ for kind in game.moves}
        views[game.key] = prefix + game.view_type.__name__
        _open(own, except_for=moves.values())
        events |= _in_envelopes(own, game.events, prefix)
        _add(named, own)
    platform = _family(PLATFORM)
    _open(platform)
    events |= _in_envelopes(platform, PLATFORM)
    _add(named, platform)
    named |= _unions(moves, events, views)
    named["Choice"] = _choice()
    for request in ("NewMove", "NewStanding"):
        _set_type(named[request], "move", ref("Move"))
    named["Match"]["properties"]["choices"]["items"] = ref("Choice")
    named |= {"ProblemCode": problem_codes(), "FieldCode": field_codes()}
    _set_type(named["Problem"], "code", open_union("ProblemCode"))
    _set_type(named["FieldProblem"], "code", open_union("FieldCode", "ProblemCode"))
    return named


def _set_type(schema: Json, field: str, declared: Json) -> None:
    """Set the type of a field that its struct cannot declare, and keep its description."""
    properties = schema["properties"]
    properties[field] = declared | {"description": properties[field]["description"]}


def _add(named: Json, more: Json) -> None:
    for name, schema in more.items():
        if named.setdefault(name, schema) != schema:
            raise ValueError(f"two forms are called {name}; rename one")


def _declared(package: ModuleType) -> Iterator[type[Struct]]:
    """Yield every struct that the modules of a package declare."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            declared = isinstance(value, type) and issubclass(value, Struct)
            if declared and value.__module__ == module.name:
                yield value


def _family(
    kinds: Iterable[type[Struct]],
    packages: Iterable[ModuleType] = (),
    prefix: str = "",
    labels: Mapping[str, Text] = MappingProxyType({}),
) -> Json:
    """Return the schemas of these structs and of all they contain, under prefixed names."""
    kinds = list(kinds)
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + prefix + "{name}")
    if doubles := [name for name in found if not name.isidentifier()]:
        raise ValueError(f"two forms have one name; rename one of {', '.join(doubles)}")
    for kind in structs_within(kinds):
        _describe_fields(found[kind.__name__]["properties"], kind)
    enumerations = Enumerations(packages, prefix, labels)
    named = {prefix + name: enumerations.named(tidy(schema)) for name, schema in found.items()}
    return named | enumerations.schemas


def _describe_fields(properties: Json, kind: type[Struct]) -> None:
    """Describe each field by its docstring, before what its type says of itself."""
    config = kind.__struct_config__
    always = {config.tag_field: f"Always `{config.tag}`."} if config.tag_field else {}
    for name, text in (field_texts(kind) | always).items():
        of_type = properties[name].get("description", "")
        properties[name]["description"] = f"{text} {of_type}".strip()


def _open(schemas: Json, *, except_for: Iterable[str] = ()) -> None:
    """Allow unknown fields: responses may gain fields, only requests are closed."""
    for name in schemas.keys() - set(except_for):
        schemas[name].pop("additionalProperties", None)


def _in_envelopes(schemas: Json, kinds: Iterable[Any], prefix: str = "") -> dict[str, str]:
    """Split each event's schema into envelope and data; return schema names by stored name."""
    mapping = {}
    for kind in kinds:
        name = prefix + kind.__name__
        data = schemas.pop(name)
        del data["properties"]["type"]
        data["required"].remove("type")
        if not data["required"]:
            del data["required"]
        stored = {"type": "string", "enum": [name_of(kind)]}
        description = data.get("description", name_of(kind))
        schemas[name] = _envelope(stored, ref(f"{name}Data"), description, schema=kind.schema)
        schemas[f"{name}Data"] = data
        mapping[name_of(kind)] = name
    return mapping


def _envelope(kind: Json, data: Json, description: str, schema: int | None = None) -> Json:
    version = {"minimum": schema, "maximum": schema} if schema else {"minimum": 1}
    said = field_texts(Envelope)
    properties: Json = {
        "seq": {"type": "integer", "minimum": 1},
        "type": kind,
        "schema": {"type": "integer"} | version,
        "at": tidy(msgspec.json.schema(Time)),
        "actor": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "automatic": {"type": "boolean"},
        "data": data,
    }
    proof = ref("Proof") | {"description": "Only where `proof=1` asked for it."}
    return {
        "type": "object",
        "description": description,
        "properties": {
            name: held | {"description": said[name]} for name, held in properties.items()
        }
        | {"proof": proof},
        "required": list(properties),
    }


def _unions(moves: Mapping[str, str], events: Mapping[str, str], views: Mapping[str, str]) -> Json:
    """Return the unions over all games, each with a last member for what is newer than itself."""
    newer = "newer than this schema"
    return {
        "Move": _union("type", {**moves, UNKNOWN: "UnknownMove"}, "A move of any game."),
        "Event": _union("type", {**events, UNKNOWN: "UnknownEvent"}, "An event of any kind."),
        "View": _union("game", {**views, UNKNOWN: "UnknownView"}, "The table of any game."),
        "UnknownMove": _object_with(
            "type",
            _other_than(moves) | {"description": "The kind of move."},
            f"A move of a game {newer}: send it as `GET matches/{{match}}/text` lists it.",
        )
        | {"additionalProperties": {"description": "A field of that move."}},
        "UnknownEvent": _envelope(
            _other_than(events),
            tidy({"type": "object"}),
            f"An event of a kind {newer}: ignore it.",
        ),
        "UnknownView": _object_with(
            "game",
            _other_than(views) | {"description": "The key of that game."},
            f"The table of a game {newer}: show `GET matches/{{match}}/text` instead.",
        ),
    }


def _object_with(field: str, declared: Json, description: str) -> Json:
    return {
        "type": "object",
        "description": description,
        "properties": {field: declared},
        "required": [field],
    }


def _union(field: str, mapping: Mapping[str, str], description: str) -> Json:
    return {
        "description": description,
        "oneOf": [ref(name) for name in mapping.values()],
        "discriminator": {
            "propertyName": field,
            "mapping": {key: REF + name for key, name in mapping.items()},
        },
    }


def _other_than(known: Iterable[str]) -> Json:
    return {"type": "string", "not": {"enum": list(known)}}


def _choice() -> Json:
    return {
        "type": "object",
        "description": "Legal moves of one type: each field lists its values, any go together.",
        "properties": {"type": {"type": "string", "description": "The `type` of the move."}},
        "required": ["type"],
        "additionalProperties": {
            "description": "The field's values; null among them: it may be left out.",
            "type": "array",
            "items": {},
        },
    }
