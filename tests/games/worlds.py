"""Matches to check things on: every table size, the default options and each option's extremes."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.chance import Chance, FastChance
from games.codec import decode_options
from games.contract import SPECTATOR, AnyGame, Viewer
from games.table import Table


def option_variants(game: AnyGame) -> Iterator[Any]:
    """The default options, then each option at each of its extremes, the others at default."""
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
    return [declared["minimum"], declared["maximum"]]


def tables(game: AnyGame) -> Iterator[tuple[int, Any]]:
    """Every table size with every variant of the options."""
    for seats in game.seats:
        for options in option_variants(game):
            yield seats, options


def viewers(table: Table) -> tuple[Viewer, ...]:
    return (*range(table.seats), SPECTATOR)


def random_match(
    game: AnyGame,
    seats: int,
    options: Any,
    chance: Chance,
    visit: Callable[[Table], object] = lambda table: None,
) -> Table:
    """A match of random moves, early answers among them; `visit` sees every position."""
    table = Table.opened(game, seats, options, chance)
    while table.outcome is None:
        visit(table)
        awaited = table.awaited()
        seat = awaited[chance.below(len(awaited), "test")]
        moves = table.legal_moves(seat)
        table.submit(seat, moves[chance.below(len(moves), "test")])
    visit(table)
    return table


def fork(table: Table) -> Table:
    """The same position once more, to try something out on."""
    other = Table(table.game, table.seats, FastChance(0), table.log)
    other.sealed.update(table.sealed)
    return other
