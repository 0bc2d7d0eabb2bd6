"""An archived match reads as before, proves as before, and can be lost at no point of its way."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from config.doctor.database import database_findings
from events import tasks
from events.database import triggers
from events.log.checkpoints import checkpoint_cache
from events.log.position import position_cache
from events.models import (
    ArchivedLog,
    ArchivedResponses,
    LoggedEvent,
    Match,
    SealedAnswer,
    StoredResponse,
)
from events.proof.archive import _refused, match_archive
from events.proof.log_check import chain_fault, logs_check
from games.chance import FastChance
from games.registry import all_games
from tests.api.moves.test_crash_points import crash_at_commit, crash_at_statement, world
from tests.support.people import Person, full_table, new_key, play_to_the_end, random_choice
from tests.support.services.databases import on_each_database
from tests.support.sweeps import sweep_all
from tests.support.time_travel import travelling
from verify import verified

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

ABOUT_A_MATCH = (
    "", "/events", "/events?proof=1", "/replay?first=0&last=30", "/replay?first=5&last=9&as=all",
    "/export", "/transcript", "/recap", "/messages", "/text",
)  # fmt: skip
Sent = tuple[Person, dict[str, Any], str]
OWN = ("me/matches", "me/export")


def ended(game: str = "ciaociao", seats: int = 2, **more: Any) -> tuple[str, list[Person]]:
    """A match played to its end, with nothing left to do."""
    match, people = full_table(seats, game=game, **more)
    people[0].post(f"matches/{match}/messages", {"text": "Bonjour"})
    chance = FastChance(seats)
    play_to_the_end(match, people, lambda shown: random_choice(shown, chance))
    sweep_all()
    return match, people


def forget() -> None:
    position_cache.clear()
    checkpoint_cache.clear()


def told(match: str, people: list[Person], at: datetime) -> dict[str, bytes]:
    """All that anybody is told about a match at this time, from nothing but the database."""
    about = [f"matches/{match}{path}" for path in ABOUT_A_MATCH]
    found: dict[str, bytes] = {}
    for number, person in enumerate([people[0], people[-1], Person()]):
        for path in [*about, *(OWN if number < 2 else ())]:
            forget()
            with travelling(at):
                answer = person.get(path)
            assert answer.status_code in (200, 403), (path, answer.content)
            found[f"{number} {path}"] = answer.content
    return found


@on_each_database
@pytest.mark.parametrize("game", sorted(all_games()))
def test_everybody_is_told_the_same_as_before(game: str) -> None:
    match, people = ended(game, min(all_games()[game].seats))
    soon = timezone.now() + timedelta(hours=1)
    before = told(match, people, soon)
    assert sum(b'"events"' in shown for shown in before.values()) > 3
    assert match_archive(match)
    assert not LoggedEvent.objects.filter(match=match).exists()
    assert not SealedAnswer.objects.filter(match=match).exists()
    assert not StoredResponse.objects.filter(match=match).exists()
    assert told(match, people, soon) == before
    assert verified(people[0].get(f"matches/{match}/export").json())


def again(match: str, sent: Sent, at: datetime) -> str:
    """What is answered to a move that is sent again."""
    person, move, key = sent
    forget()
    with travelling(at):
        answer = person.play(match, move, key)
    assert answer["Idempotent-Replayed"] == "true"
    text: str = answer.content.decode()
    return re.sub('"server_time":"[^"]*"', "", text)


@on_each_database
def test_a_repeated_move_gets_its_first_answer() -> None:
    match, people = full_table(2, options={"planks": 5})
    sent: list[Sent] = []
    while (shown := people[0].match(match))["status"] == "running":
        mover = people[shown["awaiting"][0]]
        move = mover.match(match)["choices"][0]
        move = {name: one if name == "type" else one[0] for name, one in move.items()}
        sent.append((mover, move, new_key()))
        assert mover.play(match, move, sent[-1][2]).status_code in (201, 202)
    sweep_all()
    soon = timezone.now() + timedelta(hours=1)
    before = [again(match, one, soon) for one in sent]
    assert match_archive(match)
    assert [again(match, one, soon) for one in sent] == before
    person, move, key = sent[-1]
    assert person.play(match, {"type": "believe", "x": 1}, key).json()["code"] == (
        "idempotency_key_reused"
    )
    assert person.play(match, move).json()["code"] == "match_over"


def test_checks_and_rebuilds_find_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    match, _ = ended()
    version = Match.objects.get(id=match).version
    assert match_archive(match)
    forget()
    assert chain_fault(Match.objects.get(id=match)) is None
    assert sum(events for events, _ in logs_check()) >= version
    assert [faults for _, faults in logs_check() if faults] == []
    call_command("projections_rebuild")
    assert ": 0 rows repaired" in capsys.readouterr().out


@on_each_database
def test_an_interrupted_archive_changes_nothing() -> None:
    match, _ = ended(seats=2)
    before = world()
    for number in count(1):
        with crash_at_statement(number) as tried:
            done = match_archive(match)
        _refused.clear()
        if done and len(tried) < number:
            break
        assert not done
        assert world() == before
    assert number > 12
    assert world() != before
    assert chain_fault(Match.objects.get(id=match)) is None


def test_a_crash_at_the_commit_changes_nothing() -> None:
    match, _ = ended(seats=2)
    before = world()
    with crash_at_commit():
        assert not match_archive(match)
    _refused.clear()
    assert world() == before
    assert match_archive(match)


def database_says(name: str) -> str | None:
    """What the doctor finds wrong with this."""
    (found,) = (one for one in database_findings() if one.subject == name)
    return None if found.is_ok else found.text


def test_the_sweep_archives_what_ended_long_ago(settings: Settings) -> None:
    match, _ = ended()
    running, _ = full_table(2)
    assert tasks.archive_matches() == 0
    settings.ARCHIVE_AFTER_DAYS = 7
    assert tasks.archive_matches() == 0
    with travelling() as sky:
        sky.pass_by(days=7, hours=12)
        assert database_says("archive") is None
        sky.pass_by(days=1)
        assert "archive_matches" in str(database_says("archive"))
        assert tasks.archive_matches() >= 1
        assert tasks.archive_matches() == 0
        call_command("archive_matches", stdout=(said := StringIO()))
        assert said.getvalue().startswith("0 matches archived")
        assert database_says("archive") is None
    assert Match.objects.get(id=match).archived_at
    assert Match.objects.get(id=running).archived_at is None


def test_two_workers_archive_a_match_once() -> None:
    match, _ = ended()
    assert match_archive(match)
    assert not match_archive(match)
    _refused.clear()
    assert ArchivedLog.objects.filter(match=match).count() == 1


def refused(sql: str, *values: Any) -> str:
    """What the database says to a statement that it refuses."""
    with pytest.raises(DatabaseError) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)
    return str(error.value)


@on_each_database
def test_the_database_guards_the_archive() -> None:
    match, _ = ended()
    own = Match.objects.get(id=match)
    columns = "(match_id, version, head, last_at, ending, data)"
    early = f"INSERT INTO {triggers.ARCHIVE} {columns} VALUES (%s, %s, %s, '', '', %s)"
    assert "archive is not that" in refused(early, match, own.version, own.head, b"")
    assert "never change" in refused(f"DELETE FROM {triggers.EVENT} WHERE match_id = %s", match)
    assert match_archive(match)
    for change in ("DELETE FROM {}", "UPDATE {} SET ending = ''"):
        statement = change.format(triggers.ARCHIVE)
        assert "never change" in refused(f"{statement} WHERE match_id = %s", match)


@contextmanager
def unguarded() -> Iterator[None]:
    """Somebody with all rights changes rows."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {triggers.ARCHIVE} DISABLE TRIGGER USER")
        else:
            cursor.execute(f"DROP TRIGGER {triggers.ARCHIVE}_no_update")
    try:
        yield
    finally:
        triggers.install(connection)


def test_a_changed_archive_is_found_out() -> None:
    match, _ = ended()
    assert match_archive(match)
    row, own = ArchivedLog.objects.get(match=match), Match.objects.get(id=match)
    text = zlib.decompress(row.data)
    other = text.replace(b'"automatic":false', b'"automatic":true ', 1)
    changed = {
        "leaf hash": zlib.compress(other),
        "cannot be read": b"?" + row.data[1:],
    }
    for fault, data in changed.items():
        with unguarded():
            ArchivedLog.objects.filter(match=match).update(data=data)
        assert fault in str(chain_fault(own))
    with unguarded():
        ArchivedLog.objects.filter(match=match).update(data=row.data, ending="{}")
    assert "differs from its contents" in str(chain_fault(own))
    with unguarded():
        ArchivedLog.objects.filter(match=match).update(ending=row.ending)
    assert chain_fault(own) is None


def test_a_faulty_log_stays_where_it_is() -> None:
    match, _ = ended()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {triggers.EVENT} DISABLE TRIGGER USER")
        else:
            cursor.execute(f"DROP TRIGGER {triggers.EVENT}_no_update")
    row = LoggedEvent.objects.filter(match=match, seq=3)
    kept = row.get().full
    row.update(full=kept.replace('"seq":3', '"seq":4'))
    assert not match_archive(match)
    row.update(full=kept)
    triggers.install(connection)
    _refused.clear()
    assert match_archive(match)


def test_a_deleted_account_leaves_no_answers_behind() -> None:
    match, people = ended(seats=2)
    account = Person.account("Zoé")
    assert match_archive(match)
    before = people[0].get(f"matches/{match}/export").content
    assert ArchivedResponses.objects.filter(player_id=people[0].player).exists()
    assert people[0].delete("me").status_code in (200, 204)
    assert not ArchivedResponses.objects.filter(player_id=people[0].player).exists()
    forget()
    assert account.get(f"matches/{match}/export").content == before
    assert b'"P0"' not in account.get(f"matches/{match}").content
