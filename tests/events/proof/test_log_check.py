"""`manage.py log_check` names what is wrong with any log, however it got there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from events.database import triggers
from events.database.triggers import require_triggers
from events.log.receipts import signing_key_publish
from events.models import LoggedEvent, Match, Secrets, SigningKey
from games.chance import FastChance
from tests.support.people import full_table, random_choice

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

Tamper = Callable[[Match], None]


@contextmanager
def unguarded() -> Iterator[None]:
    """Inside, the log can be written to by whoever owns the database."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {triggers.EVENT} DISABLE TRIGGER USER")
            else:
                for name in triggers._SQLITE:
                    cursor.execute(f"DROP TRIGGER {name}")
        yield
        connection.check_constraints()  # or PostgreSQL has still to look at what was written
        triggers.install(connection)
    require_triggers()


def checked() -> tuple[int, list[str]]:
    """The exit code, and what was said: faults, and last the figures."""
    said = StringIO()
    try:
        call_command("log_check", stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


@pytest.fixture(scope="module")
def match(one_database: str, redis_url: str) -> Match:
    """A match of some length among others."""
    found, people = full_table(3)
    chance = FastChance(1)
    while people[0].match(found)["version"] < 12:
        person = people[chance.below(3)]
        shown = person.match(found)
        if shown["choices"]:
            assert person.play(found, random_choice(shown, chance)).status_code in (201, 202)
    full_table(2, game="bonbons")
    return Match.objects.get(id=found)


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that is done inside stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def place_of(fault: str) -> int | None:
    """The event that a fault names."""
    return int(fault.split(", event ")[1].split(":")[0]) if ", event " in fault else None


def event(match: Match, seq: int) -> Any:
    return LoggedEvent.objects.filter(match=match, seq=seq)


def text_replaced(column: str, old: str, new: str) -> Tamper:
    def tamper(match: Match) -> None:
        row = event(match, 5).get()
        assert old in getattr(row, column)
        event(match, 5).update(**{column: getattr(row, column).replace(old, new)})

    return tamper


def column_set(name: str, value: Any) -> Tamper:
    return lambda match: event(match, 5).update(**{name: value})


def two_swapped(match: Match) -> None:
    event(match, 5).update(seq=-1)
    event(match, 6).update(seq=5)
    event(match, -1).update(seq=6)


def other_draws(match: Match) -> None:
    row = LoggedEvent.objects.filter(match=match, draws__isnull=False).order_by("seq")[0]
    assert row.seq <= 5
    event(match, row.seq).update(draws=(row.draws or "").replace('"k":0', '"k":1'))


@pytest.mark.parametrize(
    ("tamper", "seqs"),
    [
        pytest.param(text_replaced("full", '"seq":5', '"seq": 5'), {5}, id="full"),
        pytest.param(text_replaced("public", '"seq":5', '"seq":6'), {5}, id="public"),
        pytest.param(column_set("seats", "[]"), {5}, id="fewer seats"),
        pytest.param(column_set("seats", "garbage"), {5}, id="garbage"),
        pytest.param(column_set("leaf", "0" * 64), {5}, id="leaf"),
        pytest.param(column_set("previous", "0" * 64), {5}, id="previous"),
        pytest.param(column_set("hash", "0" * 64), {5, 6}, id="hash"),
        pytest.param(column_set("hash", "no hex"), {5, 6}, id="no hash at all"),
        pytest.param(column_set("type", "no_such_type"), {5}, id="type"),
        pytest.param(column_set("at", "2020-01-01T00:00:00.000000Z"), {5}, id="time"),
        pytest.param(column_set("actor", 7), {5}, id="actor"),
        pytest.param(other_draws, {2, 3, 4, 5}, id="draws"),
        pytest.param(two_swapped, {5, 6, 7}, id="swapped"),
        pytest.param(lambda match: event(match, 5).delete(), {6}, id="missing"),
        pytest.param(lambda match: event(match, match.version).delete(), {None}, id="last missing"),
        pytest.param(
            lambda match: Match.objects.filter(id=match.id).update(head="0" * 64), {None}, id="head"
        ),
        pytest.param(
            lambda match: Secrets.objects.filter(match=match).update(server_seed="00" * 32),
            {None},
            id="seed",
        ),
        pytest.param(lambda match: Secrets.objects.filter(match=match).delete(), {None}, id="none"),
    ],
)
def test_a_broken_log_is_named(match: Match, tamper: Tamper, seqs: set[int | None]) -> None:
    assert checked()[0] == 0
    with undone():
        with unguarded():
            tamper(match)
        code, said = checked()
        assert code == 1
        *faults, figures = said
        assert all(fault.startswith(f"match {match.id}") for fault in faults)
        named = {place_of(fault) for fault in faults}
        assert None in named if seqs == {None} else named
        assert seqs == {None} or named <= seqs
        assert figures.endswith(f"{len(faults)} wrong")
    assert checked()[0] == 0


def test_a_sound_database_is_said_to_be_so_with_a_figure(match: Match) -> None:
    code, (said,) = checked()
    assert code == 0
    events = LoggedEvent.objects.count()
    assert said == (f"{events:,} events of {Match.objects.count()} matches: 0 wrong")


def test_a_key_that_is_not_the_one_of_its_name_is_found(match: Match) -> None:
    signing_key_publish()
    assert checked()[0] == 0
    with undone():
        SigningKey.objects.update(public="00" * 32)
        assert checked()[0] == 1
