"""`manage.py doctor` finds nothing wrong with a server that runs, and says what to mend."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.doctor import surroundings
from config.doctor.database import database_findings
from config.doctor.finding import Finding
from config.doctor.surroundings import surrounding_findings
from events.database import triggers
from events.database.health import unsafe_of
from events.database.move_mark import Mark, write_mark
from events.log.receipts import signing_key_publish
from events.models import Due, SigningKey
from events.proof.check_record import check_record
from tests.support.people import full_table
from tests.support.server import SharedServer, manage, outcome, soon
from tests.support.time_travel import travelling

SECRETS = {
    "SECRET_KEY": "hush-of-sessions-0123456789-0123456789",
    "SIGNING_KEY": "5e" * 32,
    "VAPID_KEY": "a9" * 32,
    "METRICS_TOKEN": "hush-of-figures",
    "MAIL_WEBHOOK_SECRET": "post:hush-of-webhooks",
}


def diagnosis(data_dir: Path, **environment: str) -> tuple[int, str]:
    return outcome(manage(data_dir, "doctor", **environment))


def test_a_running_server_is_in_order(shared_server: SharedServer) -> None:
    said: list[str] = []

    def in_order() -> bool:
        code, output = diagnosis(shared_server.data_dir, PORT=str(shared_server.port))
        said.append(output)
        return code == 0

    assert soon(in_order), said[-1]
    *lines, last = said[-1].splitlines()
    assert last == "everything is in order"
    assert len(lines) > 15
    assert all(line.startswith("ok ") for line in lines)


def test_an_installation_without_anything_says_what_to_start(tmp_path: Path) -> None:
    with socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = str(unused.getsockname()[1])
        code, output = diagnosis(
            tmp_path,
            PORT=port,
            DATABASE_URL=f"postgresql://anna:hush-of-rows@127.0.0.1:{port}/gobelet",
            REDIS_URL=f"redis://:hush-of-news@127.0.0.1:{port}/0",
            EMAIL_URL=f"smtp://anna:hush-of-mails@127.0.0.1:{port}",
            MAIL_DOMAIN="example.org",
            **SECRETS,
        )
    assert code == 1
    wrong = [line for line in output.splitlines() if line.startswith("WRONG")]
    subjects = ("database", "web", "redis", "worker (sweep)", "outgoing worker", "mail")
    for subject in subjects:
        assert any(line.startswith(f"WRONG {subject}") for line in wrong), output
    assert f"{len(wrong)} to mend" in output
    for secret in ("hush", *SECRETS.values()):
        assert secret not in output


def unprotected() -> None:
    with connection.cursor() as cursor:
        table = f" ON {triggers.EVENT}" if connection.vendor == "postgresql" else ""
        name = "gobelet_follows"
        cursor.execute(f"DROP TRIGGER {name}{table}")


def another_key() -> None:
    SigningKey.objects.create(key_id="0" * 16, public="00" * 32, created_at=timezone.now())


def a_year_ago(work: Callable[[], object]) -> Callable[[], None]:
    def done() -> None:
        now = datetime.now(UTC)
        with travelling(now.replace(year=now.year - 1, day=1)):
            work()

    return done


def next_year() -> None:
    now = datetime.now(UTC)
    with travelling(now.replace(year=now.year + 1, day=1)):
        full_table(2)


def late_bots() -> None:
    match, _ = full_table(2)
    Due.objects.create(match_id=match, kind=Due.Kind.BOT, at=datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("fault", "subject", "remedy"),
    [
        (
            lambda: write_mark(connection, Mark("source", "1", "PostgreSQL gobelet")),
            "moved",
            "set DATABASE_URL to that one",
        ),
        (
            lambda: MigrationRecorder(connection).record_unapplied("sessions", "0001_initial"),
            "migrations",
            "run `manage.py migrate`",
        ),
        (
            lambda: MigrationRecorder(connection).record_applied("events", "9999_of_tomorrow"),
            "migrations",
            "run that one",
        ),
        (unprotected, "triggers", "run `manage.py migrate`"),
        (a_year_ago(lambda: full_table(2)), "log check", "run `manage.py log_check`"),
        (a_year_ago(lambda: check_record(0)), "log check", "run `manage.py log_check`"),
        (lambda: check_record(3), "log check", "found 3 faults"),
        (another_key, "signing key", "the same SIGNING_KEY"),
        (next_year, "clock", "synchronise the clocks"),
        (late_bots, "queue bots", "start a worker"),
    ],
)
@pytest.mark.usefixtures("redis_url")
def test_what_is_wrong_with_a_database_is_said(
    own_database: str,
    settings: Any,
    tmp_path: Path,
    fault: Callable[[], None],
    subject: str,
    remedy: str,
) -> None:
    settings.DATA_DIR = tmp_path
    assert wrong_of(database_findings(), but=("durability",)) == []
    fault()
    found = wrong_of(database_findings(), but=("durability", "queue deadlines", "queue outbox"))
    assert [(one.subject, remedy in one.text) for one in found] == [(subject, True)], found


@pytest.mark.parametrize("own_database", ["postgresql"], indirect=True)
def test_a_database_that_does_not_sync_is_named(own_database: str) -> None:
    found = {one.subject: one for one in database_findings()}["durability"]
    assert not found.is_ok
    assert "fsync=off, full_page_writes=off, synchronous_commit=off" in found.text


@pytest.mark.parametrize(
    ("standbys", "commit", "unsafe"),
    [
        ("", "local", []),
        ("", "on", []),
        ("", "off", ["synchronous_commit=off"]),
        ("ANY 1 (*)", "on", []),
        ("ANY 1 (*)", "remote_apply", []),
        ("ANY 1 (*)", "local", ["synchronous_commit=local"]),
        ("ANY 1 (*)", "remote_write", ["synchronous_commit=remote_write"]),
    ],
)
def test_a_commit_that_does_not_wait_for_the_standby_it_has_is_named(
    standbys: str, commit: str, unsafe: list[str]
) -> None:
    others = {"fsync": "on", "full_page_writes": "on", "synchronous_standby_names": standbys}
    assert unsafe_of({**others, "synchronous_commit": commit}) == unsafe


@pytest.mark.parametrize(
    ("given", "subject", "remedy"),
    [
        ({"SECRET_KEY": "short"}, "keys", "set a longer"),
        ({"HTTPS": True, "EMAIL_FILE_PATH": None, "MAIL_DOMAIN": "a.org"}, "address", "NUM_PROX"),
        ({"HOST": "192.0.2.1"}, "address", "proxy with TLS"),
        ({"HTTPS": True, "NUM_PROXIES": 1}, "mail", "set EMAIL_URL"),
        ({"EMAIL_FILE_PATH": None}, "mail", "MAIL_DOMAIN is localhost"),
    ],
)
def test_what_is_wrong_around_a_server_is_said(
    settings: Any, tmp_path: Path, given: dict[str, Any], subject: str, remedy: str
) -> None:
    in_order(settings, tmp_path)
    assert wrong_of(surrounding_findings()) == []
    for name, value in given.items():
        setattr(settings, name, value)
    found = wrong_of(surrounding_findings())
    assert [(one.subject, remedy in one.text) for one in found] == [(subject, True)], found


def test_a_folder_that_others_may_read_and_a_full_disk_are_named(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_order(settings, tmp_path)
    (tmp_path / "keys" / "secret_key").chmod(0o644)
    assert [one.subject for one in wrong_of(surrounding_findings())] == ["keys"]
    tmp_path.chmod(0o755)
    monkeypatch.setattr(surroundings, "FREE_BYTES", 2**80)
    found = [one.subject for one in wrong_of(surrounding_findings())]
    assert found == ["folder", "disk", "keys"]


def test_the_key_of_this_server_is_the_current_one(own_database: str) -> None:
    another_key()
    signing_key_publish()
    assert {one.subject: one for one in database_findings()}["signing key"].is_ok


def in_order(settings: Any, folder: Path) -> None:
    """Nothing is wrong with this folder and these settings."""
    settings.DATA_DIR = folder
    settings.EMAIL_FILE_PATH = str(folder)
    settings.EMAIL_BACKEND = "config.eml_backend.EmlFiles"
    folder.chmod(0o700)
    (folder / "keys").mkdir(mode=0o700)
    for key in surroundings.KEYS:
        (folder / "keys" / key.lower()).touch(mode=0o600)


def wrong_of(findings: Any, *, but: tuple[str, ...] = ()) -> list[Finding]:
    """What is wrong, but for what a test says nothing about."""
    return [one for one in findings if not one.is_ok and one.subject not in but]
