"""`manage.py doctor`: check an installation and say what to mend."""

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from config.doctor.database import database_answers, database_findings
from config.doctor.finding import Finding
from config.doctor.processes import process_findings
from config.doctor.surroundings import surrounding_findings


class Command(BaseCommand):
    """Prints a line for each thing checked; changes nothing, and prints no secret."""

    help = "Check database, processes, keys, mail, clock and disk; exit with code 1 on any fault."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print `ok` or what to do for each finding, and how many things are wrong."""
        wrong = 0
        for finding in all_findings():
            wrong += not finding.is_ok
            mark = "ok   " if finding.is_ok else "WRONG"
            self.stdout.write(f"{mark} {finding.subject}: {finding.text}")
        self.stdout.write(f"{wrong} to mend" if wrong else "everything is in order")
        if wrong:
            sys.exit(1)


def all_findings() -> Iterator[Finding]:
    """Run every check; those that need the database only if it answers."""
    yield (database := database_answers())
    if database.is_ok:
        yield from database_findings()
    yield from process_findings()
    yield from surrounding_findings()
