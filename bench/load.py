"""Plays many tables concurrently: moves per second, and the latency of a move."""

import asyncio
import time
from collections.abc import Callable
from statistics import quantiles

import uvloop
from msgspec import Struct

from bench.tables import Asked, Table

GRACE_SECONDS = 60.0
"""Additional time for connecting, signing in and joining."""


class Measured(Struct, frozen=True):
    """Moves per second, and latencies in milliseconds."""

    rate: float
    p50: float
    p99: float
    cost: float
    """By the caller's meter, in thousandths of its unit for each move."""


def measure(
    table: Callable[[], Table],
    port: int,
    *,
    matches: int,
    seconds: float,
    meter: Callable[[], float] = float,
) -> Measured:
    """Play that many matches concurrently for that long; start a new one when one ends."""
    playing = _measure([table() for _ in range(matches)], port, seconds, meter)
    return uvloop.run(asyncio.wait_for(playing, seconds + GRACE_SECONDS))


async def _measure(
    tables: list[Table], port: int, seconds: float, meter: Callable[[], float]
) -> Measured:
    await asyncio.gather(*(table.open(port) for table in tables))
    begun = await asyncio.gather(*(table.new_match() for table in tables))
    before = meter()
    end = time.perf_counter() + seconds
    each = await asyncio.gather(*map(_play, tables, begun, [end] * len(tables)))
    spent = meter() - before
    for table in tables:
        table.close()
    moves = [1e3 * spent for own in each for spent in own]
    cuts = quantiles(moves, n=100)
    return Measured(len(moves) / seconds, cuts[49], cuts[98], 1e3 * spent / len(moves))


async def _play(table: Table, asked: Asked, end: float) -> list[float]:
    """Return the seconds of each move that was accepted before the end."""
    moves = []
    while (started := time.perf_counter()) < end:
        if asked.seat is None:
            asked = await table.new_match()
            continue
        asked = await table.play(asked.seat, asked.any_move())
        if (now := time.perf_counter()) < end:
            moves.append(now - started)
    return moves
