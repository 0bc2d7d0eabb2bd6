"""A leased row is worked on by one worker, counted once for each try, and never lost."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from events.models import Letter
from events.work.lease import LEASE, Queue
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("database")

QUEUE = Queue(Letter, (timedelta(minutes=1), timedelta(hours=1)))


@pytest.fixture(autouse=True)
def letters(database: str) -> list[Letter]:
    """Three letters that are due, the longest due first."""
    Letter.objects.all().delete()
    return [
        Letter.objects.create(to=name, at=timezone.now() - timedelta(minutes=age))
        for name, age in (("first", 3), ("second", 2), ("third", 1))
    ]


def lease(most: int = 10) -> list[Letter]:
    return QUEUE.lease(Letter.objects.all(), most=most)


def leases_end() -> None:
    Letter.objects.filter(state="waiting").update(at=timezone.now())


def stored(letter: Letter) -> Letter:
    return Letter.objects.get(id=letter.id)


def test_the_longest_due_are_leased_first_and_to_one_worker() -> None:
    assert [letter.to for letter in lease(most=2)] == ["first", "second"]
    assert [letter.to for letter in lease()] == ["third"]
    assert lease() == []


def test_workers_at_once_never_lease_the_same_row(letters: list[Letter]) -> None:
    leased = [letter.id for found in at_once([lambda: lease(most=1)] * 6) for letter in found]
    assert len(leased) == len(set(leased))
    assert {*leased, *(letter.id for letter in lease())} == {letter.id for letter in letters}


def test_a_lease_that_rolls_back_is_none() -> None:
    with transaction.atomic():
        assert len(lease()) == 3
        transaction.set_rollback(True)
    assert len(lease()) == 3


def test_a_row_of_a_dead_worker_is_due_again_when_its_lease_ends() -> None:
    lease()
    for letter in Letter.objects.all():
        assert timedelta(0) < letter.at - timezone.now() <= LEASE
        assert letter.tries == 0, "it was not begun"
    leases_end()
    assert len(lease()) == 3


def test_only_the_worker_that_has_the_lease_begins_or_records_a_failure() -> None:
    slow = lease()
    leases_end()
    assert QUEUE.begin(lease())
    before = list(Letter.objects.order_by("id").values())
    assert not QUEUE.begin(slow)
    QUEUE.retry(slow, "too late")
    QUEUE.release(slow, timezone.now())
    QUEUE.give_up(slow, "too late")
    assert list(Letter.objects.order_by("id").values()) == before


def test_what_was_sent_is_so_whoever_has_the_lease_since() -> None:
    slow = lease()
    assert QUEUE.begin(slow)
    leases_end()
    other = lease()
    QUEUE.end(slow, Letter.State.SENT, "taken")
    assert not QUEUE.begin(other)
    assert (stored(slow[0]).state, stored(slow[0]).answer) == ("sent", "taken")


def test_each_try_is_counted_once_and_waits_longer_until_the_row_is_dead() -> None:
    found = []
    for _ in range(3):
        (letter,) = lease(most=1)
        now = timezone.now()
        assert QUEUE.begin([letter])
        QUEUE.retry([letter], "x" * 300)
        row = stored(letter)
        found.append((row.tries, row.state, round((row.at - now) / timedelta(minutes=20))))
        Letter.objects.filter(id=letter.id).update(at=timezone.now() - timedelta(hours=1))
    assert found == [(1, "waiting", 0), (2, "waiting", 3), (3, "dead", 0)]
    assert row.answer == "x" * 200


def test_a_failure_before_its_turn_counts_too() -> None:
    begun, waiting = lease(most=2)
    QUEUE.begin([begun])
    QUEUE.retry([begun, waiting], "no server")
    assert (stored(begun).tries, stored(waiting).tries) == (1, 1)


def test_a_wait_may_be_longer_but_not_shorter() -> None:
    short, long = lease(most=2)
    QUEUE.retry([short], "", least=timedelta(seconds=1))
    QUEUE.retry([long], "", least=timedelta(days=1))
    assert stored(short).at - timezone.now() > timedelta(seconds=50)
    assert stored(long).at - timezone.now() > timedelta(hours=23)


def test_a_released_row_has_lost_no_try() -> None:
    leased = lease(most=2)
    QUEUE.begin(leased[:1])
    QUEUE.release(leased, timezone.now())
    assert [stored(letter).tries for letter in leased] == [0, 0]
    assert len(lease()) == 3


def test_a_row_that_kills_its_worker_is_given_up_and_costs_the_others_nothing() -> None:
    for _ in range(3):
        first, *_ = lease()
        assert first.to == "first"
        assert QUEUE.begin([first])
        leases_end()
        Letter.objects.filter(to="first").update(at=timezone.now() - timedelta(hours=1))
    assert {letter.to for letter in lease()} == {"second", "third"}
    found = Letter.objects.order_by("id").values_list("state", "tries")
    assert list(found) == [("dead", 3), ("waiting", 0), ("waiting", 0)]
