"""The schema that clients are generated from: as it is, and as it was before something new."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.schema.components import prefix_of
from api.schema.references import only_needed
from games.codec import name_of
from games.registry import all_games

Json = dict[str, Any]

NEW_KIND = "die_rolled"
"""The kind of event that the older clients do not know, of a game that they know."""
NEW_GAME = "passpass"
"""The game that the older clients do not know: neither its moves nor its events nor its view."""
UNIONS = ("Move", "Event", "View")
USED = {
    *("create_guest", "get_game", "create_match", "join_match", "get_match", "describe_match"),
    *("play_move", "resign_from_match", "list_events"),
}
"""The operations that the players call: the older schema has no others."""


def members(union: str) -> Iterator[tuple[str, str, str]]:
    """The kinds of a union: their game, their stored name, the name of their schema."""
    for game in all_games().values():
        prefix = prefix_of(game)
        kinds = {"Move": game.moves, "Event": game.events, "View": (game.view_type,)}[union]
        yield from ((game.key, name_of(kind), prefix + kind.__name__) for kind in kinds)


def older(schema: Json) -> Json:
    """The schema before NEW_KIND and NEW_GAME were thought of, with fewer operations."""
    schema = copy.deepcopy(schema)
    named = schema["components"]["schemas"]
    for union in UNIONS:
        for game, kind, member in members(union):
            if game == NEW_GAME or kind == NEW_KIND:
                _without(named, union, kind, member)
    for path in schema["paths"].values():
        for method in [name for name, called in path.items() if called["operationId"] not in USED]:
            del path[method]
    schema["paths"] = {name: path for name, path in schema["paths"].items() if path}
    roots = [schema["paths"], schema.get("webhooks"), {**schema["components"], "schemas": None}]
    schema["components"]["schemas"] = only_needed(named, roots)
    return schema


def _without(named: Json, union: str, kind: str, member: str) -> None:
    """Take a kind out of a union: what has it is then of the union's last member."""
    discriminator = named[union]["discriminator"]
    del discriminator["mapping"][kind]
    named[union]["oneOf"].remove({"$ref": f"#/components/schemas/{member}"})
    unknown = named[f"Unknown{union}"]["properties"][discriminator["propertyName"]]
    unknown["not"]["enum"].remove(kind)


def written(schema: Json, folder: Path) -> Path:
    """The schema in a file of a new folder."""
    folder.mkdir()
    path = folder / "schema.json"
    path.write_text(json.dumps(schema))
    return path
