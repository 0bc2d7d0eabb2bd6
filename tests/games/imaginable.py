"""Every move that somebody might try at a game, legal or not, from the declared moves alone."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Any

from msgspec import inspect
from msgspec.structs import replace

from games.chance import FastChance
from games.codec import Malformed, decode_move, name_of
from games.contract import AnyGame, Move

MOST = 400
"""How many moves of one kind are imagined; of more a fixed sample is taken."""
AT_ONCE = 60
"""How many are tried at one position; of more other ones each time."""


def tries(game: AnyGame, legal: Sequence[Move], turn: int) -> Iterator[Move]:
    """Moves to be tried at one position: slips of legal ones, and some of all that there are."""
    every = imaginable_moves(game)
    if len(every) <= AT_ONCE:
        yield from every
        return
    chance = FastChance(turn)
    for _ in range(AT_ONCE // 2 if legal else AT_ONCE // 6):
        yield every[chance.below(len(every))]
        if legal:
            yield from _slips(game, legal[chance.below(len(legal))], chance)


def _slips(game: AnyGame, move: Move, chance: FastChance) -> Iterator[Move]:
    """The move with one of its fields changed."""
    others = _of_kind(game, type(move))
    for name in move.__struct_fields__:
        value = getattr(others[chance.below(len(others))], name)
        yield replace(move, **{name: value})


@lru_cache
def _of_kind(game: AnyGame, kind: type[Move]) -> tuple[Move, ...]:
    return tuple(move for move in imaginable_moves(game) if type(move) is kind)


@lru_cache
def imaginable_moves(game: AnyGame) -> tuple[Move, ...]:
    """Well-formed moves of every kind, in a fixed order, none twice."""
    moves: dict[Move, None] = {}
    for kind in game.moves:
        for values in _combinations(kind):
            with suppress(Malformed):
                moves[decode_move(game, {"type": name_of(kind)} | values)] = None
    return tuple(moves)


def _combinations(kind: type[Move]) -> Iterable[dict[str, Any]]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    names = [field.encode_name for field in info.fields]
    domains = [_domain(field.type) for field in info.fields]
    for values in _some_of(domains):
        yield {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _some_of(domains: list[list[Any]]) -> Iterable[tuple[Any, ...]]:
    if prod(map(len, domains)) <= MOST:
        return product(*domains)
    chance = FastChance("imaginable")
    return (tuple(domain[chance.below(len(domain))] for domain in domains) for _ in range(MOST))


def _domain(declared: inspect.Type) -> list[Any]:
    match declared:
        case inspect.IntType(ge=int(low), le=int(high)):
            return list(range(low, high + 1))
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.UnionType(types=types):
            return [value for kind in types for value in _domain(kind)]
        case inspect.TupleType(item_types=items):
            return list(islice(_some_of([_domain(item) for item in items]), MOST))
    raise TypeError(f"a move's field must be of a bounded type, not {declared}")
