"""Whole turns a second: accepted, and on everyone's screen; beside boardgame.io in the same run.

Tables of three play Ciao, ciao…, each player with the stream or socket that a real client has. A
turn is over when the mover has the answer and the two others hold what they need to show the new
table and their own choices. Servers are measured in turn, and what counts is the median of the
rounds' ratios. The processor time is that of all processes of a server, its database included.

    python -m bench.turn [--quick] [--matches 8 32] [--beside ANOTHER_CHECKOUT]
"""

import argparse
from functools import partial
from pathlib import Path
from statistics import median

import psutil

from bench.http import Server, all_servers
from bench.load import Measured, measure
from bench.tables import OurTable
from bench.turn_tables import BoardgameWatchedTable, OurWatchedTable
from tests.support.services.processes import remove, run_folder

MATCHES = (1, 8, 32, 120)
ROUNDS, SECONDS = 5, 4.0
QUICK_ROUNDS, QUICK_SECONDS = 1, 2.0


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


def one_round(server: Server, matches: int, seconds: float) -> Measured:
    """What a server got through, with its processor time for each turn in milliseconds."""
    table = OurWatchedTable if server.table is OurTable else BoardgameWatchedTable
    return measure(
        table,
        server.port,
        matches=matches,
        seconds=seconds,
        meter=partial(processor_seconds, server),
    )


def compare(servers: list[Server], matches: int, rounds: int, seconds: float) -> list[str]:
    """Print what each got through with so many matches at once; where ours is behind."""
    results: dict[str, list[Measured]] = {server.name: [] for server in servers}
    for _ in range(rounds):
        for server in servers:
            results[server.name].append(one_round(server, matches, seconds))
    behind = []
    for server in servers:
        own = results[server.name]
        line = (
            f"{matches:3} matches  {server.name:21}"
            f" {median(one.rate for one in own):6,.0f} turns/s"
            f"   {median(one.cost for one in own):5.2f} ms CPU"
            f"   p50 {median(one.p50 for one in own):6.1f} ms"
            f"   p99 {median(one.p99 for one in own):7.1f} ms"
        )
        for peer in [other for other in servers if server.ours and not other.ours]:
            pairs = zip(own, results[peer.name], strict=True)
            ratio = median(one.rate / other.rate for one, other in pairs)
            line += f"   {ratio:5.2f}× {peer.name}"
            if ratio < 1:
                behind.append(f"{matches} matches: {server.name} behind {peer.name}")
        print(line, flush=True)
    return behind


def main() -> None:
    """Print whole turns a second, processor time, latencies and ratios."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="one short round")
    options.add_argument("--matches", type=int, nargs="*", default=MATCHES)
    options.add_argument("--beside", type=Path, help="another checkout, in place of the peer")
    chosen = options.parse_args()
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if chosen.quick else (ROUNDS, SECONDS)
    folder = run_folder()
    behind = []
    try:
        with all_servers(folder, chosen.beside) as servers:
            for matches in chosen.matches:
                behind += compare(servers, matches, rounds, seconds)
    finally:
        remove(folder)
    print("\n".join(behind) or "ahead everywhere")


if __name__ == "__main__":
    main()
