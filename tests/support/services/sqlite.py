"""Copies of an SQLite database."""

import sqlite3
from contextlib import closing
from pathlib import Path


def copy_database(source: str | Path, target: str | Path) -> None:
    """Copy a database as a backup does: part of it may still be in its write-ahead log."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
