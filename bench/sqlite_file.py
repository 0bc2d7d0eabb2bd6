"""Sets up Django on an SQLite file of this run.

Importing this module sets DATA_DIR, so import it before any module that imports models.
"""

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.core.management import call_command
from django.db import connections

from tests.support.services.processes import remove, run_folder

FOLDER = run_folder()
atexit.register(remove, FOLDER)

os.environ.pop("DATABASE_URL", None)
os.environ.update(DATA_DIR=str(FOLDER / "data"), DJANGO_SETTINGS_MODULE="config.settings")
django.setup()


@contextmanager
def running() -> Iterator[None]:
    """Create and migrate the database file."""
    call_command("migrate", verbosity=0)
    try:
        yield
    finally:
        connections.close_all()
