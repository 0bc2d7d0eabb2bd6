"""A leased row is worked on by one worker, counted once for each try, and never lost."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from events.models import QueuedMail
from events.work.lease import LEASE, Queue
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("database")

QUEUE = Queue(QueuedMail, (timedelta(minutes=1), timedelta(hours=1)))


@pytest.fixture(autouse=True)
def mails(database: str) -> list[QueuedMail]:
    """Three mails that are due, the longest due first."""
    QueuedMail.objects.all().delete()
    return [
        QueuedMail.objects.create(to=name, at=timezone.now() - timedelta(minutes=age))
        for name, age in (("first", 3), ("second", 2), ("third", 1))
    ]


def lease(most: int = 10) -> list[QueuedMail]:
    return QUEUE.lease(QueuedMail.objects.all(), most=most)


def leases_end() -> None:
    QueuedMail.objects.filter(state="waiting").update(at=timezone.now())


def stored(mail: QueuedMail) -> QueuedMail:
    return QueuedMail.objects.get(id=mail.id)


def test_the_longest_due_are_leased_first_and_to_one_worker() -> None:
    assert [mail.to for mail in lease(most=2)] == ["first", "second"]
    assert [mail.to for mail in lease()] == ["third"]
    assert lease() == []


def test_workers_at_once_never_lease_the_same_row(mails: list[QueuedMail]) -> None:
    leased = [mail.id for found in at_once([lambda: lease(most=1)] * 6) for mail in found]
    assert len(leased) == len(set(leased))
    assert {*leased, *(mail.id for mail in lease())} == {mail.id for mail in mails}


def test_a_lease_that_rolls_back_is_none() -> None:
    with transaction.atomic():
        assert len(lease()) == 3
        transaction.set_rollback(True)
    assert len(lease()) == 3


def test_a_row_of_a_dead_worker_is_due_again_when_its_lease_ends() -> None:
    lease()
    for mail in QueuedMail.objects.all():
        assert timedelta(0) < mail.at - timezone.now() <= LEASE
        assert mail.tries == 0, "it was not begun"
    leases_end()
    assert len(lease()) == 3


def test_only_the_worker_that_has_the_lease_begins_or_records_a_failure() -> None:
    slow = lease()
    leases_end()
    assert QUEUE.begin(lease())
    before = list(QueuedMail.objects.order_by("id").values())
    assert not QUEUE.begin(slow)
    QUEUE.retry(slow, "too late")
    QUEUE.release(slow, timezone.now())
    QUEUE.give_up(slow, "too late")
    assert list(QueuedMail.objects.order_by("id").values()) == before


def test_what_was_sent_is_so_whoever_has_the_lease_since() -> None:
    slow = lease()
    assert QUEUE.begin(slow)
    leases_end()
    other = lease()
    QUEUE.end(slow, QueuedMail.State.SENT, "taken")
    assert not QUEUE.begin(other)
    assert (stored(slow[0]).state, stored(slow[0]).answer) == ("sent", "taken")


def test_each_try_is_counted_once_and_waits_longer_until_the_row_is_dead() -> None:
    found = []
    for _ in range(3):
        (mail,) = lease(most=1)
        now = timezone.now()
        assert QUEUE.begin([mail])
        QUEUE.retry([mail], "x" * 300)
        row = stored(mail)
        found.append((row.tries, row.state, round((row.at - now) / timedelta(minutes=20))))
        QueuedMail.objects.filter(id=mail.id).update(at=timezone.now() - timedelta(hours=1))
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
    assert [stored(mail).tries for mail in leased] == [0, 0]
    assert len(lease()) == 3


def test_a_row_that_kills_its_worker_is_given_up_and_costs_the_others_nothing() -> None:
    for _ in range(3):
        first, *_ = lease()
        assert first.to == "first"
        assert QUEUE.begin([first])
        leases_end()
        QueuedMail.objects.filter(to="first").update(at=timezone.now() - timedelta(hours=1))
    assert {mail.to for mail in lease()} == {"second", "third"}
    found = QueuedMail.objects.order_by("id").values_list("state", "tries")
    assert list(found) == [("dead", 3), ("waiting", 0), ("waiting", 0)]
