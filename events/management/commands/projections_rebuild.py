"""`manage.py projections_rebuild`: rebuild every projection from the log."""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from events.cups.rebuild import cups_count, cups_rebuild
from events.projections.rebuild import projections_count, projections_rebuild


class Command(BaseCommand):
    """Rebuilds matches, seats and players' results."""

    help = "Rebuild the rows of matches, seats and players' results from the log."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Repair rows that differ; it may be interrupted and run again, with the same result."""
        rebuilt = tqdm(
            chain(projections_rebuild(), cups_rebuild()),
            total=projections_count() + cups_count(),
            unit=" matches, players and cups",
            disable=None,
            leave=False,
        )
        done = wrong = 0
        for rows in rebuilt:
            done += 1
            wrong += rows
        self.stdout.write(f"{done:,} matches, players and cups: {wrong:,} rows repaired")
