"""Django on a PostgreSQL of this run's own, which loses nothing: fsync is on; and its pgbench.

Importing this settles where the database will be, so it comes before anything that has models.
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
    """The server up and migrated, and gone afterwards."""
    with SERVER:
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


def pgbench(script: Path, times: int) -> float:
    """The seconds that one run of a script takes at one client, over so many, sent as it stands.

    From the time of all of them: its times of single ones are 0 where it looked at the clock once.
    """
    options = ("-n", "-M", "simple", "-c", "1", "-t", str(times), "-f", str(script))
    address = ("-h", str(SERVER.folder), "-U", "postgres", "postgres")
    program = installation() / "bin" / "pgbench"
    command = [str(program), *options, *address]
    said = subprocess.run(command, check=True, capture_output=True, timeout=60, text=True).stdout
    rate = re.search(r"^tps = ([\d.]+)", said, re.MULTILINE)
    assert rate, said
    return 1 / float(rate[1])
