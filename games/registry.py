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

RESERVED = frozenset(
    {
        "match_started",
        "seat_timed_out",
        "seat_taken_over",
        "seat_returned",
        "seat_resigned",
        "time_given",
        "match_cancelled",
        "match_finished",
    }
)
"""Names of events that every match may have, whatever is played."""

UNKNOWN = "unknown"
"""What clients call a kind that came after them; no kind is ever called so."""

STORED_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class RegistryError(Exception):
    """Two games that cannot live in one house, or one that cannot live in any."""


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its key, in alphabetical order."""
    folders = sorted(module.name for module in iter_modules(games.__path__) if module.ispkg)
    return MappingProxyType(registered(_game_in(folder) for folder in folders))


def _game_in(folder: str) -> AnyGame:
    game: AnyGame | None = getattr(import_module(f"games.{folder}"), "GAME", None)
    if game is None:
        raise RegistryError(f"games/{folder}/ must say `GAME = Game(…)`")
    if game.key != folder:
        raise RegistryError(f"games/{folder}/ holds a game whose key is {game.key!r}")
    return game


def registered(found: Iterable[AnyGame]) -> dict[str, AnyGame]:
    """The games by key; RegistryError where a stored name is taken twice or badly formed."""
    owners: dict[str, str] = dict.fromkeys((*RESERVED, UNKNOWN), "every match")
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
