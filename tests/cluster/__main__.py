"""`make cluster`: play on a cluster while it fails over; ends with 1 if anything was lost.

python -m tests.cluster --failovers 50 --tables 6 --seed 1
"""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

import django

from tests.support.server import ROOT
from tests.support.services.processes import remove, run_folder

PACKAGES = {
    "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
    "patroni": "patroni python3-etcd",
    "etcd": "etcd-server",
    "pgbouncer": "pgbouncer",
    "haproxy": "haproxy",
    "redis-server": "redis-server",
    "redis-sentinel": "redis-sentinel",
    "ip": "iproute2",
    "setpriv": "util-linux",
}
"""The Debian package of each program."""


def missing(programs: dict[str, str] = PACKAGES) -> str | None:
    """Return what keeps the cluster from running on this machine, and the command that helps."""
    absent = [packages for program, packages in programs.items() if not shutil.which(program)]
    if absent:
        return (
            "The cluster needs programs of Debian 12:\n"
            f"    apt-get update && apt-get install --no-install-recommends {' '.join(absent)}"
        )
    if os.geteuid() != 0:
        return "The cluster needs root, for network namespaces: sudo make cluster"
    return None


def main() -> int:
    """Run once, print the figures, and keep everything in var/cluster/ to be looked at."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failovers", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=120, help="at most, for the failovers")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network-faults", type=float, default=0.1, help="share of the requests")
    given = parser.parse_args()
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    folder = run_folder()
    folder.chmod(0o755)
    _set_up(folder)
    from tests.cluster.run import run  # imports models

    try:
        result = run(
            folder,
            failovers=given.failovers,
            seconds=given.minutes * 60,
            tables=given.tables,
            seed=given.seed,
            share=given.network_faults,
        )
        result.keep(ROOT / "var" / "cluster" / f"{given.seed}.json")
        print(json.dumps(result.figures, indent=1))
        print(*result.faults, sep="\n")
        done = result.figures["failovers"]
        assert isinstance(done, int)
        if too_few := done < given.failovers:
            print(f"{done} failovers in {given.minutes:g} minutes, not {given.failovers}.")
    finally:
        _keep_logs(folder, ROOT / "var" / "cluster" / "logs")
        remove(folder)
    return 1 if result.faults or too_few else 0


def _set_up(folder: Path) -> None:
    data = folder / "runner"
    data.mkdir()
    os.environ |= {"DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()


def _keep_logs(folder: Path, kept: Path) -> None:
    shutil.rmtree(kept, ignore_errors=True)
    for log in folder.glob("*/*.log"):
        (kept / log.parent.name).mkdir(parents=True, exist_ok=True)
        shutil.copy(log, kept / log.parent.name)


if __name__ == "__main__":
    sys.exit(main())
