"""Moves per second with more and more web processes, against one PostgreSQL.

All servers stay up, each with its own database of the same PostgreSQL; each round measures them in
turn, and the result is the median of the rounds' ratios to the first. Clients, workers and
PostgreSQL share the machine: with few cores it shows what more processes cost, not what they gain.

    python -m bench.web_processes [--processes 1 2 4] [--matches 32] [--rounds 5] [--seconds 3]
"""

import argparse
import os
from contextlib import ExitStack
from statistics import median

import psycopg

from bench.http import served
from bench.load import Measured, measure
from bench.tables import OurTable
from tests.support.services.postgres import PostgresServer
from tests.support.services.processes import remove, run_folder
from tests.support.services.urls import with_database


def main() -> None:
    """Print rate, latency and ratio for each number of processes."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4])
    options.add_argument("--matches", type=int, default=32)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=3.0)
    given = options.parse_args()
    folder = run_folder()
    found: dict[int, list[Measured]] = {count: [] for count in given.processes}
    try:
        with ExitStack() as stack:
            postgres = stack.enter_context(PostgresServer(folder / "postgres", fsync=True))
            ports = {}
            for count in given.processes:
                name = f"web_{count}"
                with psycopg.connect(postgres.url, autocommit=True) as session:
                    session.execute(f'CREATE DATABASE "{name}"')
                url = with_database(postgres.url, name)
                server = served(folder / name, url, WEB_PROCESSES=str(count))
                ports[count], _ = stack.enter_context(server)
            for _ in range(given.rounds):
                for count, port in ports.items():
                    one = measure(OurTable, port, matches=given.matches, seconds=given.seconds)
                    found[count].append(one)
    finally:
        remove(folder)
    first = found[given.processes[0]]
    print(f"{os.cpu_count()} cores, {given.matches} matches at once")
    for count, own in found.items():
        ratio = median(one.rate / least.rate for one, least in zip(own, first, strict=True))
        print(
            f"{count:3} web processes {median(one.rate for one in own):6,.0f} moves/s"
            f"  p50 {median(one.p50 for one in own):6.1f} ms"
            f"  p99 {median(one.p99 for one in own):6.1f} ms  {ratio:5.2f}×"
        )


if __name__ == "__main__":
    main()
