"""The cost of a thousand idle streams on one web process of a complete server.

Half of them watch one match, the others a hundred matches without moves. It prints the memory of
the web process without and with them, the time from sending a move until its event has reached
every watcher, and the reads per second without and with them, by turns in the same run. The clients
share the machine with the server.
"""

import asyncio
import http.client
import json
import resource
import signal
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import mean, quantiles
from typing import Any

from tests.support.server import Server, free_port, soon
from tests.support.services.processes import remove, run_folder

STREAMS = 1000
AT_ONE_MATCH = 500
QUIET_MATCHES = 100
MOVES = 40
READERS = 4
READ_SECONDS = 4.0
ROUNDS = 3


class Api:
    """One persistent connection of one guest."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers: dict[str, str] = {}
        self.token: str = self.call("POST", "auth/guest")["token"]
        self._headers = {"Authorization": f"Token {self.token}"}

    def call(self, method: str, path: str, **body: Any) -> Any:
        """Send a request and return its response; each POST has a new idempotency key."""
        fresh = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        sent = json.dumps(body) if method == "POST" else None
        self._connection.request(method, f"/api/v1/{path}", sent, self._headers | fresh)
        response = self._connection.getresponse()
        answer = json.loads(response.read())
        assert response.status < 300, answer
        return answer


class Table:
    """A match of two players."""

    def __init__(self, people: tuple[Api, Api]) -> None:
        self._people = people
        new = {"game": "ciaociao", "seats": 2, "visibility": "public"}
        self.id: str = people[0].call("POST", "matches", **new)["id"]
        self.path = f"matches/{self.id}"
        people[1].call("POST", f"{self.path}/join")

    def move(self) -> tuple[int, float, float]:
        """Play a move; return the seq of its first event and the times of request and response."""
        shown = self._people[0].call("GET", self.path)
        person = self._people[shown["awaiting"][0]]
        shown = person.call("GET", self.path)
        choice = shown["choices"][0]
        move = {name: value if name == "type" else value[0] for name, value in choice.items()}
        sent = time.perf_counter()
        person.call("POST", f"{self.path}/moves", move=move)
        return shown["version"] + 1, sent, time.perf_counter()


class Watchers:
    """Streams in the event loop of a separate thread, and the arrival times of each event."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = ThreadPoolExecutor(1)
        self._thread.submit(self._loop.run_forever)
        self._tasks: list[asyncio.Task[None]] = []
        self.begun = 0
        self.arrivals: dict[tuple[str, int], list[float]] = {}

    def open(self, matches: list[str]) -> None:
        """Open a stream for each match id and wait until all have begun."""
        wanted = self.begun + len(matches)
        for match in matches:
            self._loop.call_soon_threadsafe(self._start, match)
        assert soon(lambda: self.begun >= wanted), f"{self.begun} of {wanted} streams"

    def close(self) -> None:
        """Close all streams."""
        self._loop.call_soon_threadsafe(lambda: [task.cancel() for task in self._tasks])
        time.sleep(1)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.shutdown()

    def _start(self, match: str) -> None:
        self._tasks.append(self._loop.create_task(self._watch(match)))

    async def _watch(self, match: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            request = f"GET /api/v1/matches/{match}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
            writer.write(request.encode())
            while line := await reader.readline():
                if line.startswith(b"event: changed"):
                    self.begun += 1
                elif line.startswith(b"id: "):
                    came = self.arrivals.setdefault((match, int(line[4:])), [])
                    came.append(time.perf_counter())
        finally:
            writer.close()


@contextmanager
def watching(port: int, matches: list[str]) -> Iterator[Watchers]:
    """Keep a stream open for each match id inside the block."""
    watchers = Watchers(port)
    try:
        watchers.open(matches)
        yield watchers
    finally:
        watchers.close()


def reads_a_second(port: int, match: str) -> float:
    """Return how many times per second READERS clients together can read a match."""

    def read(_: int) -> int:
        api, count = Api(port), 0
        end = time.perf_counter() + READ_SECONDS
        while time.perf_counter() < end:
            api.call("GET", f"matches/{match}")
            count += 1
        return count

    with ThreadPoolExecutor(READERS) as threads:
        return sum(threads.map(read, range(READERS))) / READ_SECONDS


def print_reach(name: str, table: Table, watchers: Watchers, count: int) -> None:
    """Play some moves and print how long their events took to reach the watchers."""
    spent, answered = [], []
    for _ in range(MOVES):
        seq, sent, done = table.move()
        assert soon(lambda seq=seq: len(watchers.arrivals.get((table.id, seq), ())) >= count)  # type: ignore[misc]
        spent += [came - sent for came in watchers.arrivals[table.id, seq]]
        answered.append(done - sent)
    cuts = [cut * 1e3 for cut in quantiles(spent, n=100)]
    print(
        f"from sending a move to its event, {name}: p50 {cuts[49]:.0f} ms  p99 {cuts[98]:.0f} ms"
        f"   (the move's own answer: {mean(answered) * 1e3:.0f} ms)",
        flush=True,
    )


def measure(server: Server) -> None:
    """Print the cost of a thousand streams."""
    port = server.port
    people = Api(port), Api(port)
    popular = Table(people)
    quiet = [Table(people) for _ in range(QUIET_MATCHES)]
    web = server.child("config.processes.web")
    with watching(port, [popular.id] * 20):  # warm-up: load what is loaded once
        reads_a_second(port, popular.id)
    spread = [quiet[number % QUIET_MATCHES].id for number in range(STREAMS - AT_ONE_MATCH)]
    each = len(spread) // QUIET_MATCHES
    without, with_streams = [], []
    for round_number in range(ROUNDS):
        before = web.memory_info().rss
        without.append(reads_a_second(port, popular.id))
        began = time.perf_counter()
        with watching(port, [popular.id] * AT_ONE_MATCH + spread) as watchers:
            opened = time.perf_counter() - began
            with_streams.append(reads_a_second(port, popular.id))
            if round_number == 0:  # later rounds reuse the memory
                after = web.memory_info().rss
                print(
                    f"{STREAMS:,} idle streams: {before / 1e6:.0f} → {after / 1e6:.0f} MB, "
                    f"{(after - before) / STREAMS / 1e3:.1f} kB each; opened in {opened:.1f} s",
                    flush=True,
                )
                print_reach(f"{each} watchers", quiet[0], watchers, each)
                print_reach(f"{AT_ONE_MATCH} watchers", popular, watchers, AT_ONE_MATCH)
    without.append(reads_a_second(port, popular.id))
    print(
        f"reads a second without streams {', '.join(f'{rate:,.0f}' for rate in without)}; "
        f"with them {', '.join(f'{rate:,.0f}' for rate in with_streams)}: "
        f"{mean(with_streams) / mean(without):.2f} of it"
    )


def main() -> None:
    """Measure on SQLite, as `make run` starts it, with one web process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = run_folder()
    server = Server(folder / "data", free_port(), WEB_PROCESSES="1", RATE_LIMITS="off")
    try:
        measure(server)
        began = time.perf_counter()
        server.end(signal.SIGTERM)
        print(f"stopped in {time.perf_counter() - began:.1f} s")
    finally:
        server.clean_up()
        remove(folder)


if __name__ == "__main__":
    main()
