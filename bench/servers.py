"""Sets up Django on a PostgreSQL server of this run, with fsync on; runs its pgbench.

Importing this module sets DATABASE_URL, so import it before any module that imports models.
"""

import atexit
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connections

from tests.support.services.postgres import PostgresServer, installation
from tests.support.services.processes import remove, run_folder

FOLDER = run_folder()
atexit.register(remove, FOLDER)
SERVER = PostgresServer(FOLDER / "postgres", fsync=True)

os.environ.update(
    DATABASE_URL=SERVER.url,
    DATA_DIR=str(FOLDER / "data"),
    DJANGO_SETTINGS_MODULE="config.settings",
)
django.setup()


@contextmanager
def running() -> Iterator[None]:
    """Start the server, migrate the database, and stop the server afterwards."""
    with SERVER:
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


def pgbench(script: Path, times: int) -> float:
    """Return the mean seconds of one run of a script, over `times` runs with one client.

    The mean comes from the total: pgbench reports a single time as 0 if it read the clock only
    once. The script uses the simple protocol, so its statements are sent without preparing.
    """
    options = ("-n", "-M", "simple", "-c", "1", "-t", str(times), "-f", str(script))
    address = ("-h", str(SERVER.folder), "-U", "postgres", "postgres")
    program = installation() / "bin" / "pgbench"
    command = [str(program), *options, *address]
    said = subprocess.run(command, check=True, capture_output=True, timeout=60, text=True).stdout
    rate = re.search(r"^tps = ([\d.]+)", said, re.MULTILINE)
    assert rate, said
    return 1 / float(rate[1])
