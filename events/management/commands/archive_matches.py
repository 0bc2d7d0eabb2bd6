"""`manage.py archive_matches`: archive every log that is due for it, without a worker."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from events.database.queries import iterate_ids
from events.proof.archive import match_archive, matches_to_archive


class Command(BaseCommand):
    """Archives the matches that ended before ARCHIVE_AFTER_DAYS."""

    help = "Archive the logs of matches that ended more than ARCHIVE_AFTER_DAYS ago."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Archive one match after the other; it may be interrupted and run again."""
        if not settings.ARCHIVE_AFTER_DAYS:
            raise CommandError("ARCHIVE_AFTER_DAYS is 0: no log is archived.")
        due = matches_to_archive()
        ids = tqdm(iterate_ids(due), total=due.count(), unit=" matches", disable=None, leave=False)
        archived = [match_archive(match_id) for match_id in ids]
        left = archived.count(False)
        self.stdout.write(f"{archived.count(True):,} matches archived, {left:,} left as they are")
