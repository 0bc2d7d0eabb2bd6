"""Moves a second over HTTP with the processes that `make run` starts, on SQLite and PostgreSQL.

Every client is a thread with one connection that plays matches between two guests, one after the
other, at random. A client that cannot know what the other seat is asked looks at the match first;
looking is part of the time but not of the moves. Clients and server share this machine.
"""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.services.postgres import PostgresServer
from tests.services.processes import remove, run_folder

ROOT = Path(__file__).parent.parent
CLIENTS = 8
SECONDS = 12.0
READY_SECONDS = 30


class Api:
    """One persistent connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def call(self, method: str, path: str, token: str = "", **body: Any) -> tuple[int, Any]:
        """Status and answer of a request, each POST with a key of its own."""
        headers = {"Authorization": f"Token {token}"} if token else {}
        if method == "POST":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        sent = json.dumps(body) if method == "POST" else None
        self._connection.request(method, f"/api/v1/{path}", sent, headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())


class Client:
    """Two guests who play; `moves` has the seconds that each accepted move took."""

    def __init__(self, port: int, seed: int) -> None:
        self._api = Api(port)
        self._random = random.Random(seed)
        self._tokens = [self._api.call("POST", "auth/guest")[1]["token"] for _ in range(2)]
        self.moves: list[float] = []
        self.looks = 0

    def play_until(self, end: float) -> None:
        """One match after the other until the time is up."""
        while time.perf_counter() < end:
            self._play(self._tokens, end)

    def _play(self, tokens: list[str], end: float) -> None:
        new = {"game": "ciaociao", "seats": 2, "visibility": "unlisted"}
        _, match = self._api.call("POST", "matches", tokens[0], **new)
        path = f"matches/{match['id']}"
        _, match = self._api.call("POST", f"{path}/join", tokens[1])
        last = ""
        while match["status"] == "running" and time.perf_counter() < end:
            (seat,) = match["awaiting"]
            if seat == match["you"]:
                move = self._one_of(match["choices"])
            elif last == "number_announced":
                move = {"type": self._random.choice(["believe", "doubt"])}
            else:
                _, match = self._api.call("GET", path, tokens[seat])
                self.looks += 1
                continue
            started = time.perf_counter()
            status, answer = self._api.call("POST", f"{path}/moves", tokens[seat], move=move)
            assert status == 201, answer
            self.moves.append(time.perf_counter() - started)
            match, last = answer["match"], answer["events"][-1]["type"]

    def _one_of(self, choices: list[dict[str, Any]]) -> dict[str, Any]:
        entry = self._random.choice(choices)
        fields = {name: values for name, values in entry.items() if name != "type"}
        chosen = {name: self._random.choice(values) for name, values in fields.items()}
        return {"type": entry["type"]} | chosen


@contextmanager
def served(data: Path, database: str) -> Iterator[int]:
    """The port of a whole server of its own, stopped in order afterwards."""
    environment = os.environ | {
        "DATABASE_URL": database,
        "DATA_DIR": str(data),
        "PORT": "0",
        "RATE_LIMITS": "off",
    }
    environment.pop("REDIS_URL", None)
    command = [sys.executable, "manage.py", "serve"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        late = threading.Timer(READY_SECONDS, server.kill)
        late.start()
        try:
            assert server.stdout
            ready = re.search(r"ready: http://[^:]+:(\d+)", server.stdout.readline())
            late.cancel()
            assert ready, f"the server was not ready within {READY_SECONDS} s"
            yield int(ready[1])
        finally:
            late.cancel()
            server.send_signal(signal.SIGINT)


def measure(name: str, port: int) -> None:
    """Print what the clients together got through."""
    clients = [Client(port, seed) for seed in range(CLIENTS)]
    end = time.perf_counter() + SECONDS
    with ThreadPoolExecutor(CLIENTS) as threads:
        for done in [threads.submit(client.play_until, end) for client in clients]:
            done.result()
    moves = [spent for client in clients for spent in client.moves]
    cuts = quantiles(moves, n=100)
    looks = sum(client.looks for client in clients)
    print(
        f"{name:11} {len(moves) / SECONDS:6,.0f} moves/s   p50 {cuts[49] * 1e3:5.1f} ms   "
        f"p99 {cuts[98] * 1e3:6.1f} ms   ({CLIENTS} clients, {looks / SECONDS:,.0f} looks/s)"
    )


def main() -> None:
    """Measure on either database, one after the other."""
    folder = run_folder()
    try:
        with served(folder / "on-sqlite", "") as port:
            measure("SQLite", port)
        with (
            PostgresServer(folder / "postgres", fsync=True) as postgres,
            served(folder / "on-postgresql", postgres.url) as port,
        ):
            measure("PostgreSQL", port)
    finally:
        remove(folder)


if __name__ == "__main__":
    main()
