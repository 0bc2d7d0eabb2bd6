"""Ten thousand idle streams on two web processes, beside 32 live matches.

Spectators hold streams of a hundred matches without moves. It prints the memory that each stream
takes, and the time from a tap until everyone's screen has the turn, in 32 matches of three at one
turn a second each, without the idle streams and with them, by turns in the same run. The clients
share the machine with the server.

    python -m bench.idle_streams [--quick] [--streams 10000]
"""

import argparse
import asyncio
import random
import resource
import time
from statistics import quantiles

import psutil
import uvloop

from bench.own_server import own_server
from bench.streams import QUIET_MATCHES, Api, Table
from bench.tables import Asked
from bench.turn_tables import OurWatchedTable, Stream
from tests.support.server import Server

STREAMS, QUICK_STREAMS = 10_000, 1_000
PROCESSES = 2
OPENED_AT_ONCE = 50
ROUNDS = 3
MATCHES = 32
SECONDS, QUICK_SECONDS = 20.0, 5.0
PACE_SECONDS = 1.0


async def open_streams(port: int, matches: list[str], count: int) -> list[Stream]:
    """Open streams of these matches in turn, and wait until all have begun."""
    loop = asyncio.get_running_loop()
    free = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_one(number: int) -> Stream:
        async with free:
            _, stream = await loop.create_connection(Stream, "127.0.0.1", port)
            stream.get(f"/api/v1/matches/{matches[number % len(matches)]}/stream", "")
            await stream.first()
            return stream

    return await asyncio.gather(*map(open_one, range(count)))


async def play_paced(port: int, end: float) -> list[float]:
    """Play a turn a second; return the milliseconds from each tap to the last screen."""
    taken: list[float] = []
    table = OurWatchedTable()
    await table.open(port)
    asked = Asked(None)
    while time.perf_counter() < end:
        if asked.seat is None:
            asked = await table.new_match()
        await asyncio.sleep(random.uniform(0.5, 1.5) * PACE_SECONDS)
        assert asked.seat is not None
        tapped = time.perf_counter()
        asked = await table.play(asked.seat, asked.any_move())
        taken.append(1e3 * (time.perf_counter() - tapped))
    table.close()
    return taken


async def print_latency(name: str, port: int, seconds: float) -> None:
    """Play all matches and print how long turns took."""
    end = time.perf_counter() + seconds
    each = await asyncio.gather(*(play_paced(port, end) for _ in range(MATCHES)))
    cuts = quantiles([one for own in each for one in own], n=100)
    print(
        f"{name}: tap to screens p50 {cuts[49]:.0f} ms  p99 {cuts[98]:.0f} ms"
        f"   ({sum(map(len, each)) / seconds:.0f} turns/s)",
        flush=True,
    )


def memory(server: Server) -> int:
    """The resident bytes of all web processes."""
    children = psutil.Process(server.process.pid).children()
    web = [one for one in children if "config.processes.web" in " ".join(one.cmdline())]
    assert len(web) == PROCESSES
    return sum(one.memory_info().rss for one in web)


async def measure(server: Server, count: int, seconds: float, rounds: int) -> None:
    """Print memory and latencies with and without the idle streams."""
    people = Api(server.port), Api(server.port)
    quiet = [Table(people).id for _ in range(QUIET_MATCHES)]
    warm_up = await open_streams(server.port, quiet, OPENED_AT_ONCE)
    await print_latency("warm-up", server.port, seconds)
    for stream in warm_up:
        stream.close()
    for round_number in range(rounds):
        await print_latency("without idle streams", server.port, seconds)
        before, began = memory(server), time.perf_counter()
        idle = await open_streams(server.port, quiet, count)
        opened = time.perf_counter() - began
        if round_number == 0:  # later rounds reuse the memory
            each = (memory(server) - before) / count / 1e3
            print(f"{count:,} idle streams: {each:.1f} kB each, opened in {opened:.0f} s")
        await print_latency(f"with {count:,} idle streams", server.port, seconds)
        for stream in idle:
            stream.close()


def main() -> None:
    """Measure on SQLite, as `make run` starts it."""
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true", help="one short round, fewer streams")
    options.add_argument("--streams", type=int)
    chosen = options.parse_args()
    count = chosen.streams or (QUICK_STREAMS if chosen.quick else STREAMS)
    seconds, rounds = (QUICK_SECONDS, 1) if chosen.quick else (SECONDS, ROUNDS)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # The kernel does not distribute connections evenly, so each process has room for all.
    settings = {"WEB_PROCESSES": str(PROCESSES), "STREAMS_PER_PROCESS": str(count + 1000)}
    with own_server(**settings) as server:
        uvloop.run(measure(server, count, seconds, rounds))


if __name__ == "__main__":
    main()
