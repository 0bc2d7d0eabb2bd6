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
STRIDE = 7919
"""How far apart two turns begin: a prime, so that no move is left out for ever."""


def tries(game: AnyGame, legal: Sequence[Move], turn: int) -> Iterator[Move]:
    """Moves to be tried at one position: slips of legal ones, some of all that there are, and one
    of each kind.

    All are taken from where `turn` points to in a fixed order, so that over many turns each comes
    up, and nothing is drawn.
    """
    every = _mixed(game)
    if len(every) <= AT_ONCE:
        yield from every
        return
    tried = AT_ONCE // 2 if legal else AT_ONCE // 6
    for place in range(turn * STRIDE, turn * STRIDE + tried):
        yield every[place % len(every)]
        if legal:
            yield from _slips(game, legal[place % len(legal)], place)
    kinds: tuple[type[Move], ...] = game.moves if legal else ()
    for kind in kinds:
        of_kind = _of_kind(game, kind)
        yield of_kind[turn * STRIDE % len(of_kind)]


def _slips(game: AnyGame, move: Move, place: int) -> Iterator[Move]:
    """The move with one of its fields changed."""
    others = _of_kind(game, type(move))
    for name in move.__struct_fields__:
        place += STRIDE
        other = others[(place * STRIDE >> 5) % len(others)]  # bears no relation to `place` itself
        yield replace(move, **{name: getattr(other, name)})


@lru_cache
def _mixed(game: AnyGame) -> tuple[Move, ...]:
    return tuple(FastChance("mixed").shuffle(imaginable_moves(game)))


@lru_cache
def _of_kind(game: AnyGame, kind: type[Move]) -> tuple[Move, ...]:
    return tuple(move for move in _mixed(game) if type(move) is kind)


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
