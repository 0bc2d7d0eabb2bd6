"""The registry of games: every folder of this package that defines `GAME = Game(…)`."""

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
"""Names of events that a match of any game may have."""

UNKNOWN = "unknown"
"""The name that clients use for a kind newer than themselves; no kind may have it."""

STORED_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class RegistryError(Exception):
    """A game that breaks a rule of the registry, or two games that conflict."""


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Return every game by its key, in alphabetical order, in the version for new matches."""
    return MappingProxyType(games_by_key(_game_in(folder) for folder in _folders()))


@cache
def all_rulesets() -> Mapping[str, AnyGame]:
    """Return every version of every game by `game/version`; of each game the newest last."""
    earlier = (game for folder in _folders() for game in _earlier_in(folder))
    return MappingProxyType(rulesets(all_games(), earlier))


def ruleset_get(ruleset: str) -> AnyGame:
    """Return the rules under which a match was opened; raise RegistryError if they no longer exist,
    because other rules would change a match that has begun."""
    if ruleset not in all_rulesets():
        raise RegistryError(f"there are no rules called {ruleset!r} any more; keep them in EARLIER")
    return all_rulesets()[ruleset]


def _folders() -> list[str]:
    return sorted(module.name for module in iter_modules(games.__path__) if module.ispkg)


def _game_in(folder: str) -> AnyGame:
    game: AnyGame | None = getattr(import_module(f"games.{folder}"), "GAME", None)
    if game is None:
        raise RegistryError(f"games/{folder}/ must say `GAME = Game(…)`")
    if game.key != folder:
        raise RegistryError(f"games/{folder}/ holds a game whose key is {game.key!r}")
    return game


def _earlier_in(folder: str) -> tuple[AnyGame, ...]:
    """Return a folder's EARLIER, older rules for the matches that were opened under them."""
    earlier: tuple[AnyGame, ...] = getattr(import_module(f"games.{folder}"), "EARLIER", ())
    return earlier


def games_by_key(found: Iterable[AnyGame]) -> dict[str, AnyGame]:
    """Return the games by key; raise RegistryError for a duplicate or ill-formed stored name."""
    owners: dict[str, str] = dict.fromkeys((*RESERVED, UNKNOWN), "every match")
    by_key: dict[str, AnyGame] = {}
    for game in found:
        if game.key in by_key:
            raise RegistryError(f"two games have the key {game.key!r}")
        by_key[game.key] = game
        for name in _names(game):
            if name in owners:
                raise RegistryError(f"{name!r} of {game.key} is taken by {owners[name]}")
            owners[name] = game.key
    return by_key


def rulesets(newest: Mapping[str, AnyGame], earlier: Iterable[AnyGame]) -> dict[str, AnyGame]:
    """Return all versions by `game/version`; raise RegistryError if one of `earlier` is not earlier
    than the newest, or uses a stored name of another game."""
    found = {game.ruleset: game for game in newest.values()}
    for game in earlier:
        if game.key not in newest or game.version >= newest[game.key].version:
            raise RegistryError(f"{game.ruleset} is not earlier than what is played now")
        if game.ruleset in found:
            raise RegistryError(f"{game.ruleset} is there twice")
        games_by_key([*(other for key, other in newest.items() if key != game.key), game])
        found[game.ruleset] = game
    return {game.ruleset: game for game in sorted(found.values(), key=_by_age)}


def _by_age(game: AnyGame) -> tuple[str, int]:
    return game.key, game.version


def _names(game: AnyGame) -> list[str]:
    """Return the stored names that a game claims for itself."""
    if name_of(game.view_type) != game.key:
        raise RegistryError(f"the view of {game.key!r} must carry its key as its name")
    names = [name_of(kind) for kind in (*game.moves, *game.events)]
    for name in names:
        if not STORED_NAME.fullmatch(name):
            raise RegistryError(f'{game.key}: {name!r} is no stored name (tag="snake_case")')
    return names
