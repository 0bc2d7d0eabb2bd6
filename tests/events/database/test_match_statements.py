"""Every hot statement has the id of its one match among its values, or finds work in a queue.

So the tables of matches can be distributed by the id of the match. Stored
responses are looked up by player and key, together with the token, and belong to the player.

The statements are collected on their way to the database, with their values: pg_stat_statements
keeps no values, and the PostgreSQL of the tests does not bring it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from events.log.position import position_cache
from events.models import Delivery, Device, Due, Match, Player, StoredResponse
from events.notifications.deliver import mails_send
from events.notifications.plan import outbox_plan
from events.play.bots import bots_play
from events.streams.match import MatchWatch
from events.tasks import match_settle_due
from tests.events.notifications.tables import table, with_address
from tests.support.people import Person, first_choice, full_table, new_key, open_match
from tests.support.time_travel import travelling

pytestmark = pytest.mark.usefixtures("database", "redis_url")

ROUNDS = 6
QUEUES = {"events_outbox", "events_delivery"}
"""Tables whose rows are found by a time or by their key, those of many matches at once."""
_FIRST_TABLE = re.compile(r'\b(?:FROM|UPDATE|INTO)\s+"?(\w+)')


class Executed(NamedTuple):
    """A statement with its values as text."""

    sql: str
    values: str


def tables_of_matches() -> set[str]:
    """The table of matches, and every table whose rows belong to one and not to a player."""
    models: list[type[Model]] = [
        model
        for model in apps.get_app_config("events").get_models()
        if model is not StoredResponse
        and any(field.related_model is Match and field.many_to_one for field in model._meta.fields)
    ]
    return {Match._meta.db_table, *(model._meta.db_table for model in models)}


@contextmanager
def executed() -> Iterator[list[Executed]]:
    """Collect the statements about matches."""
    of_matches = re.compile(r"\b(" + "|".join(tables_of_matches()) + r")\b")
    seen: list[Executed] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if of_matches.search(sql):
            seen.append(Executed(sql, str(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


def not_of(match: str, seen: list[Executed]) -> list[str]:
    """The statements that do not name this match."""
    return [one.sql for one in seen if match not in one.values]


def play_and_read(match: str, people: list[Person]) -> None:
    """Play some moves, each of them twice, and read the match and its events."""
    for _ in range(ROUNDS):
        shown = people[0].match(match)
        if shown["status"] != "running":
            break
        mover = people[shown["awaiting"][0]]
        move, key = first_choice(mover.match(match)), new_key()
        assert mover.play(match, move, key).status_code in (201, 202)
        mover.play(match, move, key)
        assert mover.get(f"matches/{match}/events").status_code == 200


def test_every_statement_of_a_move_and_a_read_names_its_match() -> None:
    match, people = full_table(2)
    other, _ = full_table(2)
    with executed() as seen:
        play_and_read(match, people)
    assert len(seen) > 2 * ROUNDS
    assert not_of(match, seen) == []
    assert [one.sql for one in seen if other in one.values] == []


def waits_for_a_bot() -> str:
    creator = Person.guest()
    while True:
        match: str = open_match(creator, 3, bots=2)["id"]
        if Due.objects.filter(match_id=match, kind=Due.Kind.BOT).exists():
            return match


def a_bots_turn() -> tuple[str, Callable[[], object]]:
    match = waits_for_a_bot()
    return match, lambda: bots_play(match)


def a_deadline() -> tuple[str, Callable[[], object]]:
    clock = {"kind": "per_move", "seconds": 24 * 3600, "vacation": False}
    match, _ = full_table(3, clock=clock)

    def settle() -> None:
        with travelling() as sky:
            sky.pass_by(days=2)
            assert match_settle_due(match)

    return match, settle


def a_look_of_a_stream() -> tuple[str, Callable[[], object]]:
    match, people = full_table(2)
    player = Player.objects.get(id=people[0].player)
    token = Device.objects.get(player=player).digest
    watch = MatchWatch(
        match=Match.objects.get(id=match),
        player=player,
        account=player.id,
        address="127.0.0.1",
        token=token,
        after=0,
    )

    def look() -> None:
        assert MatchWatch.behind([watch]) == {match}
        position_cache.clear()
        (found,) = MatchWatch.look(match, [watch])
        assert b"match_started" in found.text

    return match, look


@pytest.mark.parametrize("work", [a_bots_turn, a_deadline, a_look_of_a_stream])
def test_so_does_what_the_server_does_by_itself(
    work: Callable[[], tuple[str, Callable[[], object]]],
) -> None:
    match, run = work()
    before = Match.objects.get(id=match).version
    with executed() as seen:
        run()
    assert not_of(match, seen) == []
    assert len(seen) > 1
    assert work is a_look_of_a_stream or Match.objects.get(id=match).version > before


def test_a_notice_is_found_in_a_queue_and_then_names_its_match() -> None:
    match, mover, other = table()
    with_address(other)
    assert mover.play(match, first_choice(mover.match(match))).status_code == 201
    with travelling() as sky, executed() as seen:
        assert outbox_plan()
        sky.pass_by(days=1)
        assert mails_send()
    assert Delivery.objects.filter(notice__match=match, state=Delivery.State.SENT).exists()
    found = [_FIRST_TABLE.search(sql) for sql in not_of(match, seen)]
    assert {table[1] for table in found if table} <= QUEUES
    assert all(found)
    assert len(not_of(match, seen)) < len(seen)
