"""The named schemas: requests and responses from their structs, unions from the games."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from api import requests, responses
from api.requests.common import Form
from api.responses.common import Time
from api.schema.enums import REF, Enumerations, Json
from api.schema.normalise import tidy
from events.log.envelope import PLATFORM
from games.codec import name_of
from games.contract import AnyGame
from games.registry import UNKNOWN, all_rulesets


def ref(name: str) -> Json:
    """Return a reference to a named schema."""
    return {"$ref": REF + name}


def components() -> Json:
    """Return every named schema, in a copy that the caller may change."""
    return deepcopy(_components())


def prefix_of(game: AnyGame) -> str:
    """Return the prefix of a game's schema names, which keeps the names of games apart."""
    return game.key.capitalize()


@cache
def _components() -> Json:
    named: Json = {}
    for package in (requests, responses):
        _add(named, _family(_declared(package), package))
    moves: dict[str, str] = {}
    events: dict[str, str] = {}
    views: dict[str, str] = {}
    for game in all_rulesets().values():
        prefix = prefix_of(game)
        kinds = (*game.moves, *game.events, game.view_type)
        own = _family(kinds, import_module(f"games.{game.key}"), prefix)
        moves |= {name_of(kind): prefix + kind.__name__ for kind in game.moves}
        views[game.key] = prefix + game.view_type.__name__
        _open(own, except_for=moves.values())
        events |= _in_envelopes(own, game.events, prefix)
        _add(named, own)
    platform = _family(PLATFORM, None)
    _open(platform)
    events |= _in_envelopes(platform, PLATFORM)
    _add(named, platform)
    named |= _unions(moves, events, views)
    named["Choice"] = _choice()
    named["NewMove"]["properties"]["move"] = ref("Move")
    named["Match"]["properties"]["choices"]["items"] = ref("Choice")
    return named


def _add(named: Json, more: Json) -> None:
    for name, schema in more.items():
        if named.setdefault(name, schema) != schema:
            raise ValueError(f"two forms are called {name}; rename one")


def _declared(package: ModuleType) -> Iterator[type[Struct]]:
    """Yield every struct that the modules of a package declare."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            form = isinstance(value, type) and issubclass(value, Struct) and value is not Form
            if form and value.__module__ == module.name:
                yield value


def _family(kinds: Iterable[type[Struct]], package: ModuleType | None, prefix: str = "") -> Json:
    """Return the schemas of these structs and of all they contain, under prefixed names."""
    _, found = msgspec.json.schema_components(list(kinds), ref_template=REF + prefix + "{name}")
    if doubles := [name for name in found if not name.isidentifier()]:
        raise ValueError(f"two forms have one name; rename one of {', '.join(doubles)}")
    schemas = {prefix + name: tidy(schema) for name, schema in found.items()}
    if package is None:
        return schemas
    enumerations = Enumerations(package, prefix)
    named = {name: enumerations.named(schema, name) for name, schema in schemas.items()}
    return named | enumerations.schemas


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
    return {
        "type": "object",
        "description": description,
        "properties": {
            "seq": {"type": "integer", "minimum": 1},
            "type": kind,
            "schema": {"type": "integer"} | version,
            "at": tidy(msgspec.json.schema(Time)),
            "actor": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "automatic": {"type": "boolean"},
            "data": data,
            "proof": ref("Proof"),
        },
        "required": ["seq", "type", "schema", "at", "actor", "automatic", "data"],
    }


def _unions(moves: Mapping[str, str], events: Mapping[str, str], views: Mapping[str, str]) -> Json:
    """Return the unions over all games; in responses they have a last member for unknown kinds."""
    newer = "newer than this schema: ignore it."
    unknown_event = _envelope(
        _other_than(events), tidy({"type": "object"}), f"An event of a kind {newer}"
    )
    unknown_view = {
        "type": "object",
        "description": f"The table of a game {newer}",
        "properties": {"game": _other_than(views)},
        "required": ["game"],
    }
    return {
        "Move": _union("type", moves, "A move of any game."),
        "Event": _union("type", {**events, UNKNOWN: "UnknownEvent"}, "An event of any kind."),
        "View": _union("game", {**views, UNKNOWN: "UnknownView"}, "The table of any game."),
        "UnknownEvent": unknown_event,
        "UnknownView": unknown_view,
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
        "properties": {"type": {"type": "string"}},
        "required": ["type"],
        "additionalProperties": {
            "description": "The field's values; null among them: it may be left out.",
            "type": "array",
            "items": {},
        },
    }
