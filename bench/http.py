"""Moves per second over HTTP, beside boardgame.io over its sockets: Ciao, ciao…, three seats.

Our server runs the processes that `make run` starts, on SQLite and on PostgreSQL. A move is on disk
when our server answers it, hashed into the chain, signed, and repeatable by its idempotency key.
The peer stores matches in files, which it writes after it has answered. All servers stay up, each
round measures them in turn, and the result is the median of the rounds' ratios, because clients,
servers and other users share the machine.

    python -m bench.http [--quick] [--matches 8 32] [--beside ANOTHER_CHECKOUT]
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import psutil
from msgspec import Struct

from bench.boardgame_io import SETTINGS, boardgame_io, installed
from bench.load import Measured, measure
from bench.tables import BoardgameTable, OurTable, Table
from tests.support.services.postgres import PostgresServer
from tests.support.services.processes import remove, run_folder

ROOT = Path(__file__).parent.parent
MATCHES = (1, 8, 32)
ROUNDS, SECONDS = 7, 3.0
QUICK_ROUNDS, QUICK_SECONDS = 1, 2.0
READY_SECONDS = 60


class Server(Struct):
    """One of the servers that are compared."""

    name: str
    ours: bool
    table: Callable[[], Table]
    port: int
    pids: tuple[int, ...]
    """Its processes, without their children; with those of its database."""


@contextmanager
def served(
    data: Path, database: str, checkout: Path = ROOT, **settings: str
) -> Iterator[tuple[int, int]]:
    """The port and the process of a whole server of ours, stopped in order afterwards."""
    environment = os.environ | {
        "DATABASE_URL": database,
        "DATA_DIR": str(data),
        "PORT": "0",
        "RATE_LIMITS": "off",
        **settings,
    }
    environment.pop("REDIS_URL", None)
    command = [sys.executable, "manage.py", "serve"]
    with subprocess.Popen(
        command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        late = threading.Timer(READY_SECONDS, server.kill)
        late.start()
        try:
            assert server.stdout
            ready = re.search(r"ready: http://[^:]+:(\d+)", server.stdout.readline())
            late.cancel()
            assert ready, f"the server was not ready within {READY_SECONDS} s"
            yield int(ready[1]), server.pid
        finally:
            late.cancel()
            server.send_signal(signal.SIGINT)


@contextmanager
def all_servers(folder: Path, beside: Path | None) -> Iterator[list[Server]]:
    """Ours on both databases; and those of another checkout, or the peer if npm can get it."""
    with ExitStack() as stack:
        ours = partial(_on_both_databases, stack)
        servers = ours(folder, ROOT, "Gobelet", ours=True)
        if beside:
            servers += ours(folder, beside, "beside", ours=False)
        elif program := installed():
            for setting in SETTINGS:
                files = folder / f"peer-{setting}"
                port, pid = stack.enter_context(boardgame_io(program, files, setting))
                name = f"boardgame.io, {setting}"
                servers.append(Server(name, False, BoardgameTable, port, (pid,)))
        else:
            print("boardgame.io is left out: it needs node and npm with a registry.")
        yield servers


def _on_both_databases(
    stack: ExitStack, folder: Path, checkout: Path, name: str, *, ours: bool
) -> list[Server]:
    on_sqlite = stack.enter_context(served(folder / f"{name}-sqlite", "", checkout))
    postgres = stack.enter_context(PostgresServer(folder / f"{name}-data", fsync=True))
    on_postgres = stack.enter_context(served(folder / f"{name}-postgresql", postgres.url, checkout))
    (lite_port, lite), (port, pid) = on_sqlite, on_postgres
    assert postgres.pid
    return [
        Server(f"{name}, SQLite", ours, OurTable, lite_port, (lite,)),
        Server(f"{name}, PostgreSQL", ours, OurTable, port, (pid, postgres.pid)),
    ]


def compare(
    servers: list[Server],
    matches: int,
    rounds: int,
    one_round: Callable[[Server, int], Measured],
    unit: str,
) -> list[str]:
    """Print the rates of all servers with that many matches; return where ours is behind."""
    measured: dict[str, list[Measured]] = {server.name: [] for server in servers}
    for _ in range(rounds):
        for server in list(servers):
            try:
                measured[server.name].append(one_round(server, matches))
            except ConnectionError:
                if server.ours:
                    raise
                print(f"{server.name} has ended by itself at {matches} matches: left out from here")
                servers.remove(server)
    behind = []
    for server in servers:
        own = measured[server.name]
        cost = median(one.cost for one in own)
        line = (
            f"{matches:3} matches  {server.name:21}"
            f" {median(one.rate for one in own):6,.0f} {unit}/s"
            f"   {cost:5.2f} ms CPU"
            f"   p50 {median(one.p50 for one in own):6.1f} ms"
            f"   p99 {median(one.p99 for one in own):7.1f} ms"
        )
        for peer in [other for other in servers if server.ours and not other.ours]:
            pairs = zip(own, measured[peer.name], strict=True)
            ratio = median(one.rate / other.rate for one, other in pairs)
            line += f"   {ratio:5.2f}× {peer.name}"
            if ratio < 1:
                behind.append(f"{matches} matches: {server.name} behind {peer.name}")
        print(line, flush=True)
    return behind


def processor_seconds(server: Server) -> float:
    """The processor time that all processes of a server have used so far."""
    total = 0.0
    for pid in server.pids:
        process = psutil.Process(pid)
        for one in [process, *process.children(recursive=True)]:
            try:
                times = one.cpu_times()
            except psutil.NoSuchProcess:
                continue
            # Of children that have ended only their parent knows.
            total += times.user + times.system + times.children_user + times.children_system
    return total


def run(unit: str, every: Sequence[int], table: Callable[[Server], Callable[[], Table]]) -> None:
    """Measure all servers as the command line asks, at tables of this kind."""
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true", help="one short round")
    options.add_argument("--matches", type=int, nargs="*", default=every)
    options.add_argument("--beside", type=Path, help="another checkout, in place of the peer")
    chosen = options.parse_args()
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if chosen.quick else (ROUNDS, SECONDS)

    def one_round(server: Server, matches: int) -> Measured:
        return measure(
            table(server),
            server.port,
            matches=matches,
            seconds=seconds,
            meter=partial(processor_seconds, server),
        )

    folder = run_folder()
    behind = []
    try:
        with all_servers(folder, chosen.beside) as servers:
            for matches in chosen.matches:
                behind += compare(servers, matches, rounds, one_round, unit)
    finally:
        remove(folder)
    print("\n".join(behind) or "ahead everywhere")


def main() -> None:
    """Print moves per second, processor time, latencies and ratios, and where ours is behind."""
    run("moves", MATCHES, lambda server: server.table)


if __name__ == "__main__":
    main()
