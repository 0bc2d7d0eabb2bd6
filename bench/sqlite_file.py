"""Django on an SQLite file of this run's own.

Importing this settles where the database will be, so it comes before anything that has models.
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
    """The file there and migrated."""
    call_command("migrate", verbosity=0)
    try:
        yield
    finally:
        connections.close_all()
