"""`manage.py move_database`: move the whole installation to another database, and check it."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.db import connection, transaction
from tqdm import tqdm

from config.environment import database
from config.supervisor.errors import StartupError
from config.supervisor.lock import lock
from events.projections.rebuild import projections_count, projections_rebuild
from events.proof.check_record import check_record
from events.proof.log_check import logs_check, logs_length
from events.transfer.compare import rows_compare
from events.transfer.copy import rows_copy, rows_count
from events.transfer.databases import db_name, moving_to, source, target
from events.transfer.errors import MoveFailed
from events.transfer.move import move_cancel, move_finish, move_prepare

SHOWN_FAULTS = 10


class Command(BaseCommand):
    """Moves all rows; run again after an interruption, it continues."""

    help = "Move everything from the database of DATABASE_URL to another one, and check it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--to", metavar="URL", help="the new database: postgresql://… or sqlite:////…"
        )
        what.add_argument(
            "--cancel", action="store_true", help="let the old database take writes again"
        )

    def handle(self, *args: Any, to: str | None, **options: Any) -> None:
        """Move or cancel; print one line and exit with code 1 if that cannot be done."""
        try:
            with _no_server_here():
                self._move(to) if to else self._cancel()
        except KeyboardInterrupt:
            sys.exit("\nInterrupted: the same command continues, `--cancel` gives it up.")
        except (MoveFailed, StartupError, ImproperlyConfigured) as reason:
            sys.exit(str(reason))

    def _move(self, url: str) -> None:
        with moving_to(database(url)):
            if move_prepare():
                self._say("An earlier move is continued.")
            with _progress("copied", rows_count(), "rows") as progress:
                for rows in rows_copy():
                    progress.update(rows)
            self._compare()
            self._check_logs()
            self._check_projections()
            move_finish()
            self._say(
                f"Everything is in {db_name(target())} now: set DATABASE_URL to it and start "
                f"the server, with the same keys. {db_name(source())} refuses writes from now on."
            )

    def _compare(self) -> None:
        rows = rows_count()
        with _progress("compared", 2 * rows, "rows") as progress:
            for compared, difference in rows_compare():
                progress.update(compared)
                if difference:
                    raise MoveFailed(f"The copy is not complete: {difference}. {_GIVE_UP}")
        self._say(f"{rows:,} rows are the same in both databases.")

    def _check_logs(self) -> None:
        events, found = logs_length(), []
        with _progress("checked", events, "events") as progress:
            for checked, faults in logs_check():
                progress.update(checked)
                found += faults
        check_record(len(found))
        if found:
            listed = "\n".join(map(str, found[:SHOWN_FAULTS]))
            raise MoveFailed(f"{listed}\n{len(found):,} faults in the log. {_GIVE_UP}")
        self._say(f"{events:,} events: every chain, draw and replay is right.")

    def _check_projections(self) -> None:
        """Rebuild all projections, and roll back: the copy stays as it is."""
        wrong, total = 0, projections_count()
        with transaction.atomic(), _progress("rebuilt", total, "matches and players") as progress:
            for rows in projections_rebuild():
                wrong += rows
                progress.update()
            transaction.set_rollback(True)
        if wrong:
            self._say(
                f"{wrong:,} rows differ from what the log says, in the old database as well: "
                "`manage.py projections_rebuild` repairs them."
            )
        else:
            self._say(f"{total:,} matches and players are as the log says.")

    def _cancel(self) -> None:
        if move_cancel(connection):
            self._say(
                f"{db_name(connection)} takes writes again. Start no server with the other "
                "database: what is played there would not be here."
            )
        else:
            self._say(f"{db_name(connection)} is not being moved, and was not.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)


_GIVE_UP = (
    "The old database is unchanged: `manage.py move_database --cancel` lets it take writes again."
)


@contextmanager
def _no_server_here() -> Iterator[None]:
    """Inside, no server uses DATA_DIR: raise StartupError if one does, and prevent a start."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    held = lock(settings.DATA_DIR)
    try:
        yield
    finally:
        os.close(held)


def _progress(done: str, total: int, unit: str) -> "tqdm[Any]":
    return tqdm(desc=done, total=total, unit=f" {unit}", disable=None, leave=False)
