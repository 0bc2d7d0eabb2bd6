"""`manage.py projections_rebuild`: what rows say of the log, made again from it."""

from typing import Any

from django.core.management.base import BaseCommand

from config.progress import Progress
from events.projections import projections_count, projections_rebuild


class Command(BaseCommand):
    """Matches, seats and what is counted of players."""

    help = "Make what is kept of matches, seats and players' results again from the log."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Put right what is not; begun again after a kill, or run twice, it ends the same."""
        progress = Progress(projections_count(), "matches and players")
        wrong = 0
        for rows in projections_rebuild():
            wrong += rows
            progress.advance()
        progress.clear()
        self.stdout.write(
            f"{progress.done:,} matches and players in {progress.seconds:.1f} s "
            f"({progress.rate:,.0f}/s): {wrong:,} rows put right"
        )
