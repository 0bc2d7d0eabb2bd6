"""The database itself refuses to change the log, or to take what does not follow."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.sql import emit_pre_migrate_signal
from django.db import DatabaseError, connection, migrations, models, transaction

from events.database import triggers
from events.database.triggers import require_triggers
from events.models import LoggedEvent, Match, SealedAnswer, SecretRead
from events.proof.archive import match_archive
from tests.events.cups.support import cup_with_table
from tests.support.people import full_table, play_to_the_end
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("database", "redis_url")


@pytest.fixture
def match() -> Match:
    """A running match with a row in every guarded table: a question is open, an answer to it sealed
    and an administrator has looked. Another match is archived."""
    found, people = full_table(3)
    turn = people[0].match(found)["view"]["turn"]
    people[turn].play(found, {"type": "announce", "number": 1})
    last = people[0].match(found)["view"]["answerers"][-1]
    assert people[last].play(found, {"type": "doubt"}).status_code == 202
    running = Match.objects.get(id=found)
    SecretRead.objects.create(
        match=running, version=running.version, administrator="ada", at=running.created_at
    )
    cup_with_table(running, people[0].player)
    old, _ = table = full_table(2, options={"planks": 5})
    play_to_the_end(*table)
    sweep_all()
    assert match_archive(old)
    return running


def run(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values or None)


def copy_of_the_last(match: Match, **changes: Any) -> LoggedEvent:
    event = LoggedEvent.objects.filter(match=match).order_by("-seq")[0]
    event.pk = None
    for name, value in changes.items():
        setattr(event, name, value)
    return event


@pytest.mark.parametrize("table", triggers.APPEND_ONLY)
def test_rows_cannot_be_changed_or_deleted(match: Match, table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        before = cursor.fetchone()
    key = "match_id" if table == triggers.ARCHIVE else "id"
    statements = [f"UPDATE {table} SET {key} = {key}", f"DELETE FROM {table}"]
    if connection.vendor == "postgresql":
        statements += [
            f"TRUNCATE {table} CASCADE",
            f"SET LOCAL session_replication_role = replica; DELETE FROM {table}",
        ]
    else:
        statements.append(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        statements.append(f"REPLACE INTO {table} SELECT * FROM {table}")
    for statement in statements:
        with pytest.raises(DatabaseError):
            run(statement)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone() == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("key", ["id", "move"])
def test_an_event_that_follows_cannot_replace_another(match: Match, key: str) -> None:
    first = LoggedEvent.objects.filter(match=match, move_key__isnull=False).order_by("seq")[0]
    event = copy_of_the_last(match, seq=match.version + 1, previous=match.head, move_key="x")
    if key == "id":
        event.id = first.id
    else:
        event.actor, event.move_key, event.place = first.actor, first.move_key, first.place
    names = [
        field.attname
        for field in LoggedEvent._meta.fields
        if getattr(event, field.attname) is not None
    ]
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join(["%s"] * len(names))
    with pytest.raises(DatabaseError, match="refuses REPLACE"):
        run(
            f"INSERT OR REPLACE INTO {triggers.EVENT} ({columns}) VALUES ({marks})",
            *(getattr(event, name) for name in names),
        )
    assert LoggedEvent.objects.filter(id=first.id).exists()


@pytest.mark.parametrize("distance", [-1, 0, 2, 100])
def test_a_wrong_seq_is_refused(match: Match, distance: int) -> None:
    event = copy_of_the_last(match, seq=match.version + distance, previous=match.head, move_key="x")
    with pytest.raises(DatabaseError), transaction.atomic():
        event.save(force_insert=True)


def test_a_wrong_previous_hash_is_refused(match: Match) -> None:
    event = copy_of_the_last(match, seq=match.version + 1, previous="0" * 64, move_key="x")
    with pytest.raises(DatabaseError), transaction.atomic():
        event.save(force_insert=True)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_hash_that_is_not_that_of_the_leaf_is_refused(match: Match) -> None:
    event = copy_of_the_last(
        match, seq=match.version + 1, previous=match.head, hash="0" * 64, move_key="x"
    )
    with pytest.raises(DatabaseError, match="wrong hash"), transaction.atomic():
        event.save(force_insert=True)


def test_an_event_of_an_unknown_match_is_refused(match: Match) -> None:
    event = copy_of_the_last(match, match_id="nobody", seq=1, move_key="x")
    with pytest.raises(DatabaseError), transaction.atomic():
        event.save(force_insert=True)


def test_the_log_is_still_guarded_after_a_later_migration(match: Match) -> None:
    with connection.schema_editor() as editor:
        longer = models.CharField(max_length=60)
        longer.set_attributes_from_name("type")
        longer.model = LoggedEvent
        editor.alter_field(LoggedEvent, LoggedEvent._meta.get_field("type"), longer)
    if connection.vendor == "sqlite":
        with pytest.raises(ImproperlyConfigured, match=r"manage\.py migrate"):
            require_triggers()
    call_command("migrate", verbosity=0)
    require_triggers()
    with pytest.raises(DatabaseError):
        run(f"DELETE FROM {triggers.EVENT}")


def test_a_migration_alters_a_table_that_triggers_of_another_name(match: Match) -> None:
    plan = [(migrations.Migration("0099_later", "events"), False)]
    emit_pre_migrate_signal(0, False, connection.alias, plan=plan)
    with connection.schema_editor() as editor:
        optional = models.BooleanField(default=True, null=True)
        optional.set_attributes_from_name("rated")
        optional.model = Match
        editor.alter_field(Match, Match._meta.get_field("rated"), optional)
    call_command("migrate", verbosity=0)
    require_triggers()
    assert Match.objects.filter(id=match.id, rated=match.rated).exists()


def test_a_missing_trigger_is_noticed(match: Match) -> None:
    require_triggers()
    name = "gobelet_follows"
    on = f" ON {triggers.EVENT}" if connection.vendor == "postgresql" else ""
    run(f"DROP TRIGGER {name}{on}")
    with pytest.raises(ImproperlyConfigured, match=name):
        require_triggers()
    triggers.install(connection)
    require_triggers()


def test_sealed_answers_are_a_stream_of_their_own(match: Match) -> None:
    assert SealedAnswer.objects.filter(match=match).count() == 1
    assert not LoggedEvent.objects.filter(match=match, full__contains="doubt").exists()
