"""Checks of the database and what is in it; run only if the database answers."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from config.doctor.finding import Finding, duration, ok, wrong
from config.doctor.surroundings import clock_finding
from events.database.health import unsafe_settings
from events.database.migration_state import pending_migrations, unknown_migrations
from events.database.move_mark import moved_text
from events.database.triggers import missing_triggers
from events.gauges import backlogs, oldest_event_at
from events.log.receipts import is_key_current
from events.proof.archive import matches_to_archive
from events.proof.check_record import last_check
from events.transfer.databases import db_name

CHECK_DAYS = 7
BACKLOG_SECONDS = {
    "due": 60,
    "bots": 60,
    "deadlines": 60,
    "outbox": 60,
    "mails": 900,
    "notices": 900,
}
"""For how long the oldest row of each kind may be due; another server may keep mails waiting."""
BACKLOG_REMEDIES = {
    "mails": "the mail server refuses them, or there is no worker; see `mail` and `worker` below",
    "notices": "the mail server or the outgoing worker does not answer; see below",
}
TOO_FEW_WORKERS = "start a worker and beat, or more workers"


def database_answers() -> Finding:
    """Whether a connection can be opened."""
    try:
        connection.ensure_connection()
    except OperationalError as error:
        reason = str(error).splitlines()[0]
        return wrong(
            "database",
            f"{db_name(connection)} does not answer: start it, or correct DATABASE_URL ({reason})",
        )
    return ok("database", f"{db_name(connection)} answers")


def database_findings() -> Iterator[Finding]:
    """Check the database as a whole, then what is in it if its tables are there."""
    yield _moved()
    yield (migrations := _migrations())
    yield _durability()
    if not migrations.is_ok:
        return
    yield _triggers()
    yield _log_check()
    yield _archive()
    yield _signing_key()
    yield clock_finding()
    yield from _backlogs()


def _moved() -> Finding:
    text = moved_text(connection)
    return wrong("moved", text) if text else ok("moved", "this database is the one in use")


def _migrations() -> Finding:
    if newer := unknown_migrations(connection):
        return wrong(
            "migrations",
            f"a newer version has applied {', '.join(newer)}: run that one, or restore a backup",
        )
    if pending := pending_migrations(connection):
        return wrong(
            "migrations", f"{len(pending)} are not applied: run `manage.py migrate` ({pending[0]}…)"
        )
    return ok("migrations", "all are applied")


def _durability() -> Finding:
    if unsafe := unsafe_settings(connection):
        return wrong(
            "durability",
            f"{', '.join(unsafe)}: a power cut can lose committed moves; turn it on",
        )
    return ok("durability", "a commit is on disk when it returns")


def _triggers() -> Finding:
    if missing := missing_triggers(connection):
        return wrong(
            "triggers", f"the log is not protected: run `manage.py migrate` ({', '.join(missing)})"
        )
    return ok("triggers", "the log is protected against changes")


def _log_check() -> Finding:
    last, first = last_check(), oldest_event_at()
    if last and last.faults:
        return wrong(
            "log check", f"the last one found {last.faults:,} faults: run `manage.py log_check`"
        )
    since = last.at if last else first
    if since is None:
        return ok("log check", "there is no event to check yet")
    age = (timezone.now() - since).total_seconds()
    found = f"the last one was {duration(age)} ago" if last else "there was none on this machine"
    if age > CHECK_DAYS * 86400:
        return wrong("log check", f"{found}: run `manage.py log_check`, every week at least")
    return ok("log check", f"{found}{', without faults' if last else ' yet'}")


def _archive() -> Finding:
    days = settings.ARCHIVE_AFTER_DAYS
    if not days:
        return ok("archive", "off, as ARCHIVE_AFTER_DAYS is 0")
    patience = timezone.now() - timedelta(days=days + 1)
    if late := matches_to_archive().filter(finished_at__lt=patience).count():
        return wrong(
            "archive",
            f"{late:,} matches have waited for a day: run `manage.py archive_matches`, which says "
            "why a log cannot be archived",
        )
    return ok("archive", f"takes the logs of matches that ended {days} days ago")


def _signing_key() -> Finding:
    current = is_key_current()
    if current is False:
        return wrong(
            "signing key",
            "receipts were signed with another key last: give every machine the same SIGNING_KEY, "
            "or bring back DATA_DIR/keys",
        )
    return ok("signing key", "published" if current else "published when the server starts")


def _backlogs() -> Iterator[Finding]:
    for kind, (count, age) in backlogs().items():
        if age > BACKLOG_SECONDS[kind]:
            remedy = BACKLOG_REMEDIES.get(kind, TOO_FEW_WORKERS)
            yield wrong(
                f"queue {kind}", f"{count:,} rows, the oldest due for {duration(age)}: {remedy}"
            )
        else:
            yield ok(f"queue {kind}", f"{count:,} rows are due, none for long")
