"""Variants of a game's table: each size, with default options and each option's extremes."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from games.codec import decode_options
from games.contract import AnyGame, UnfitTable, table_options


def option_variants(game: AnyGame) -> Iterator[Any]:
    """Yield the default options, then each option at each of its extremes, others at default."""
    yield decode_options(game, {})
    schema = msgspec.json.schema(game.options)
    properties = schema["$defs"][game.options.__name__]["properties"]
    for name, declared in properties.items():
        for value in _extremes(declared):
            yield decode_options(game, {name: value})


def _extremes(declared: dict[str, Any]) -> list[Any]:
    if "enum" in declared:
        return list(declared["enum"])
    if declared.get("type") == "boolean":
        return [False, True]
    if "anyOf" in declared:
        return [value for kind in declared["anyOf"] for value in _extremes(kind)]
    if declared.get("type") == "null":
        return [None]
    return [declared["minimum"], declared["maximum"]]


def tables(game: AnyGame) -> Iterator[tuple[int, Any]]:
    """Yield every number of seats with every variant of options that fits it, none twice."""
    for seats in game.seats:
        fitting = []
        for options in option_variants(game):
            with suppress(UnfitTable):
                fitting.append(table_options(game, seats, options))
        for options in dict.fromkeys(fitting):
            yield seats, options
