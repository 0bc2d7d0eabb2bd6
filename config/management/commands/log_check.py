"""`manage.py log_check`: whether every log is what its hashes say."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from config.progress import Progress
from events.chain import logs_checked, logs_length


class Command(BaseCommand):
    """The whole database, event by event."""

    help = "Check the hashes, draws and replay of every match's log; exit code 1 if one is wrong."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Name the match and the event of every fault; the server may go on meanwhile."""
        progress = Progress(logs_length(), "events")
        matches = wrong = 0
        for events, faults in logs_checked():
            matches += 1
            wrong += len(faults)
            for fault in faults:
                progress.clear()
                self.stdout.write(str(fault))
            progress.advance(events)
        progress.clear()
        self.stdout.write(
            f"{progress.done:,} events of {matches - 1:,} matches in {progress.seconds:.1f} s "
            f"({progress.rate:,.0f} events/s): {wrong:,} wrong"
        )
        if wrong:
            sys.exit(1)
