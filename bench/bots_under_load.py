"""Bots, deadlines and memory while people play: 32 busy matches of three, and others beside them.

In some matches a bot answers a player, in some no one moves and the clock runs out. It prints how
long a bot's answer takes, from the answer to the player's move to its state on the stream; how late
a missed deadline is on the stream; and the resident memory of every process at start and end.

    python -m bench.bots_under_load [--quick] [--minutes 30] [--bots 32]
"""

import argparse
import asyncio
import re
import time
from datetime import datetime
from statistics import quantiles
from typing import Any

import msgspec
import psutil
import uvloop

from bench.idle_streams import MATCHES, PACE_SECONDS, play_paced
from bench.own_server import own_server
from bench.turn_tables import Stream
from bench.wire import Http
from tests.support.server import Server

MINUTES, QUICK_MINUTES = 30.0, 0.5
BOTS = 32
UNPLAYED = 8
MOVE_SECONDS = 2
_STATE = re.compile(rb"event: state\ndata: (.*)\n")


class StateStream(Stream):
    """A stream that keeps the latest state whole."""

    def __init__(self) -> None:
        super().__init__()
        self.match: dict[str, Any] = {}

    def _take(self, message: bytes) -> None:
        for found in _STATE.finditer(message):
            self.match = msgspec.json.decode(found[1])
        super()._take(message)


class Guest:
    """A player with a connection for requests; one more for the stream of each match."""

    async def open(self, port: int) -> None:
        """Connect and sign in."""
        self._port, self._key = port, 0
        loop = asyncio.get_running_loop()
        _, self._http = await loop.create_connection(Http, "127.0.0.1", port)
        self._token = ""
        self._token = (await self.post("auth/guest", {}))["token"]

    async def post(self, path: str, body: object) -> Any:
        """Send something and return the answer."""
        self._key += 1
        headers = f"Idempotency-Key: {self._key}\r\n"
        if self._token:
            headers += f"Authorization: Token {self._token}\r\n"
        sent = msgspec.json.encode(body)
        status, answer = await self._http.call("POST", f"/api/v1/{path}", sent, headers)
        assert status < 300, answer
        return msgspec.json.decode(answer)

    async def watch(self, match: str) -> StateStream:
        """Open the stream of a match and wait for its first state."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(StateStream, "127.0.0.1", self._port)
        stream.get(f"/api/v1/matches/{match}/stream", self._token)
        await stream.first()
        return stream


async def play_bot(port: int, end: float) -> list[float]:
    """Play against a bot; return the milliseconds of each of its answers."""
    guest, taken = Guest(), list[float]()
    await guest.open(port)
    while time.perf_counter() < end:
        new = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "private"}
        match = (await guest.post("matches", new))["id"]
        stream = await guest.watch(match)
        while time.perf_counter() < end and stream.match["status"] == "running":
            version = stream.state
            if 0 in stream.match["awaiting"]:
                await asyncio.sleep(PACE_SECONDS)
                choice = stream.match["choices"][0]
                move = {name: one if name == "type" else one[0] for name, one in choice.items()}
                moved = (await guest.post(f"matches/{match}/moves", {"move": move}))["match"]
                if moved["awaiting"] == [1]:
                    answered = time.perf_counter()
                    await stream.state_of(moved["version"] + 1)
                    taken.append(1e3 * (time.perf_counter() - answered))
                    continue
            await stream.state_of(version + 1)
        stream.close()
    return taken


async def miss_deadlines(port: int, end: float) -> list[float]:
    """Let the clock run out; return by how many milliseconds each time-out came late."""
    host, other, late = Guest(), Guest(), list[float]()
    await host.open(port)
    await other.open(port)
    clock = {"kind": "per_move", "seconds": MOVE_SECONDS}
    new = {"game": "ciaociao", "seats": 2, "visibility": "unlisted", "clock": clock}
    while time.perf_counter() < end:
        match = (await host.post("matches", new))["id"]
        await other.post(f"matches/{match}/join", {})
        stream = await host.watch(match)
        while stream.match["status"] == "running" and stream.match["deadline"]:
            due = datetime.fromisoformat(stream.match["deadline"]["at"]).timestamp()
            await stream.state_of(stream.state + 1)
            late.append(1e3 * (time.time() - due))
        stream.close()
    return late


async def play_all(port: int, bots: int, seconds: float) -> None:
    """Play for so long and print all times."""
    end = time.perf_counter() + seconds
    ways = {
        f"{MATCHES} matches of people, tap to screens": [play_paced] * MATCHES,
        f"{bots} matches with a bot, its answer": [play_bot] * bots,
        f"{UNPLAYED} matches nobody plays, lateness of a time-out": [miss_deadlines] * UNPLAYED,
    }
    groups = [asyncio.gather(*(play(port, end) for play in plays)) for plays in ways.values()]
    for name, each in zip(ways, await asyncio.gather(*groups), strict=True):
        times = [one for own in each for one in own]
        cuts = quantiles(times, n=100)
        print(f"{name}: p50 {cuts[49]:.0f} ms  p99 {cuts[98]:.0f} ms  ({len(times):,})", flush=True)


def resident(server: Server) -> dict[str, float]:
    """The resident megabytes of each process of a server."""
    found = {}
    root = psutil.Process(server.process.pid)
    for process in [root, *root.children(recursive=True)]:
        command = " ".join(process.cmdline())
        kind = re.search(r"config\.processes\.(\w+)|(valkey)|(serve)", command)
        name = next(filter(None, kind.groups()), "") if kind else process.name()
        found[f"{name} {process.pid}"] = process.memory_info().rss / 1e6
    return found


def main() -> None:
    """Measure on SQLite, as `make run` starts it."""
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true", help="half a minute")
    options.add_argument("--minutes", type=float)
    options.add_argument("--bots", type=int, default=BOTS)
    chosen = options.parse_args()
    minutes = chosen.minutes or (QUICK_MINUTES if chosen.quick else MINUTES)
    with own_server() as server:
        uvloop.run(play_all(server.port, chosen.bots, 10))  # load what is loaded once
        before = resident(server)
        print(f"— the warm-up ends, {minutes:g} minutes begin —", flush=True)
        uvloop.run(play_all(server.port, chosen.bots, 60 * minutes))
        for name, now in resident(server).items():
            print(f"{name:16} {before.get(name, 0):6.0f} → {now:6.0f} MB")


if __name__ == "__main__":
    main()
