"""`manage.py log_check`: verify the log of every match against its hashes."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from events.proof.check_record import check_record
from events.proof.log_check import logs_check, logs_length


class Command(BaseCommand):
    """Verifies the whole database, event by event."""

    help = "Verify hashes, draws and replay of every match's log; exit with code 1 on any fault."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the match and the event of every fault; the server may run meanwhile."""
        checked = matches = wrong = 0
        with tqdm(total=logs_length(), unit=" events", disable=None, leave=False) as progress:
            for events, faults in logs_check():
                checked += events
                matches += 1
                wrong += len(faults)
                for fault in faults:
                    progress.clear()
                    self.stdout.write(str(fault))
                progress.update(events)
        check_record(wrong)
        self.stdout.write(f"{checked:,} events of {matches - 1:,} matches: {wrong:,} wrong")
        if wrong:
            sys.exit(1)
