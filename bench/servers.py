"""Django on a PostgreSQL of this run's own, which loses nothing: fsync is on; and its pgbench.

Importing this settles where the database will be, so it comes before anything that has models.
"""

import atexit
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connections

from tests.services.postgres import PostgresServer, installation
from tests.services.processes import remove, run_folder

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


def pgbench(script: Path, times: int) -> list[float]:
    """The seconds that each run of a script took at one client, its text sent as it stands."""
    log = FOLDER / "pgbench"
    options = ("-n", "-M", "simple", "-c", "1", "-t", str(times), "-f", str(script), "-l")
    address = ("-h", str(SERVER.folder), "-U", "postgres", "postgres")
    program = installation() / "bin" / "pgbench"
    command = [str(program), *options, f"--log-prefix={log}", *address]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    (written,) = FOLDER.glob(f"{log.name}.*")
    microseconds = [int(line.split()[2]) for line in written.read_text().splitlines()]
    written.unlink()
    return [each / 1e6 for each in microseconds]
