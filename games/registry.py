"""Which games there are: every folder of this package that says `GAME = Game(…)`."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import games
from games.codec import name_of
from games.contract import AnyGame

STORED_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class RegistryError(Exception):
    """Two games that cannot live in one house, or one that cannot live in any."""


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its key, in alphabetical order."""
    found = [
        import_module(f"games.{module.name}").GAME
        for module in sorted(iter_modules(games.__path__), key=lambda module: module.name)
        if module.ispkg
    ]
    return MappingProxyType(registered(found))


def registered(found: Iterable[AnyGame]) -> dict[str, AnyGame]:
    """The games by key; RegistryError where a stored name is taken twice or badly formed."""
    owners: dict[str, str] = {}
    by_key: dict[str, AnyGame] = {}
    for game in found:
        if game.key in by_key:
            raise RegistryError(f"two games have the key {game.key!r}")
        if name_of(game.view_type) != game.key:
            raise RegistryError(f"the view of {game.key!r} must carry its key as its name")
        by_key[game.key] = game
        for kind in (*game.moves, *game.events):
            name = name_of(kind)
            if not STORED_NAME.fullmatch(name):
                raise RegistryError(f'{game.key}: {name!r} is no stored name (tag="snake_case")')
            if name in owners:
                raise RegistryError(f"{name!r} of {game.key} is taken by {owners[name]}")
            owners[name] = game.key
    return by_key
