"""Transactions of requests that run at the same time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest
from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from events.database.transactions import run_in_transaction
from events.errors import Conflict
from events.models import Outbox
from events.players.identity import Player, player_create
from events.seats.locks import match_lock, table_lock
from tests.support.people import full_table
from tests.support.server import PATIENCE

pytestmark = pytest.mark.usefixtures("database")

TOGETHER = 8


def _in_threads(*works: object) -> list[object]:
    """What came of each work, all begun at the same time."""
    ready = Barrier(len(works))

    def run(work: object) -> object:
        ready.wait()
        try:
            return run_in_transaction(work)  # type: ignore[arg-type]
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def _named(name: str) -> Player:
    return player_create(name=name, locale="en")


def test_a_refusal_rolls_back_its_own_work_alone() -> None:
    def refused() -> None:
        _named("undone")
        raise Conflict("match_full")

    came = _in_threads(*[lambda: _named("done")] * (TOGETHER - 1), refused)
    assert isinstance(came[-1], Conflict)
    assert all(isinstance(one, Player) for one in came[:-1])
    assert Player.objects.filter(name="done").count() == TOGETHER - 1
    assert not Player.objects.filter(name="undone").exists()


def test_what_returns_can_be_read_by_others_at_once() -> None:
    def read(player: Player) -> bool:
        try:
            return Player.objects.filter(id=player.id).exists()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other:
        for _ in range(5):
            player = run_in_transaction(lambda: _named("there"))
            assert other.submit(read, player).result()


def test_nobody_is_told_of_success_when_the_commit_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: object) -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(type(connections["default"]), "_commit", failing)
        came = _in_threads(*[lambda: _named("lost")] * TOGETHER)
    assert [str(one) for one in came] == ["the disk is full"] * TOGETHER
    assert not Player.objects.filter(name="lost").exists()
    assert run_in_transaction(lambda: _named("found")).name == "found"


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_of_two_who_wait_for_each_other_both_get_done() -> None:
    anna, bruno = _named("Anna"), _named("Bruno")
    both_have_one = Barrier(2)

    def touching(first: Player, second: Player) -> Callable[[], str]:
        tries = count()

        def work() -> str:
            Player.objects.filter(id=first.id).update(name="touched")
            if next(tries) == 0:
                both_have_one.wait()
            Player.objects.filter(id=second.id).update(name="touched")
            return "done"

        return work

    assert _in_threads(touching(anna, bruno), touching(bruno, anna)) == ["done", "done"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_notice_about_a_locked_match_is_written_without_waiting() -> None:
    """A worker that has locked a seat writes a notice while a mover has locked the match."""
    match, people = full_table(2)

    def notice() -> None:
        try:
            Outbox.objects.create(
                recipient_id=people[0].player,
                match_id=match,
                seq=0,
                kind=Outbox.Kind.DEADLINE_NEAR,
                at=timezone.now(),
            )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        table_lock(match)
        match_lock(match)
        thread.submit(notice).result(timeout=PATIENCE)
