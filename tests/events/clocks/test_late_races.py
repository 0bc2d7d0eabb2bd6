"""The sweep, a second one, and the late player at once: one winner, and it makes no difference."""

import os
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from events import tasks
from events.models import LoggedEvent, Match
from events.play.timeouts import clock_settle
from events.proof.log_check import chain_fault
from events.seats.locks import match_lock
from tests.events.clocks.test_time_outs import DAILY, asked_of
from tests.support.people import Person, first_choice, full_table
from tests.support.races import at_once
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("database", "redis_url")

RACES = int(os.environ.get("LATE_RACES", "6"))


def settled_alone(match: str) -> tuple[int, str]:
    """Where a match stands once its overdue deadline is settled, of which nothing stays."""
    with transaction.atomic():
        found = match_lock(match)
        clock_settle(found)
        transaction.set_rollback(True)
    return found.version, found.head


def race(match: str, people: list[Person], sky: Sky) -> None:
    """One deadline, settled by whoever comes first."""
    _, mover = asked_of(match, people)
    shown = mover.match(match)
    late = first_choice(shown)
    deadline = shown["deadline"]["at"]
    sky.pass_until(datetime.fromisoformat(deadline) + timedelta(seconds=2))
    expected = settled_alone(match)
    answers = at_once(
        [
            lambda: mover.play(match, late, expected_asked=shown["asked"]),
            tasks.sweep,
            lambda: mover.play(match, late, expected_version=shown["version"]),
            lambda: tasks.match_settle_due(match),
        ]
    )
    assert [answers[0].status_code, answers[2].status_code] == [409, 409]
    sweep_all()
    found = Match.objects.get(id=match)
    assert (found.version, found.head) == expected
    outs = LoggedEvent.objects.filter(match=found, type="seat_timed_out", at=deadline)
    assert outs.count() == 1


def test_a_deadline_is_settled_once_and_alike_whoever_comes_first(sky: Sky) -> None:
    match, people, won = "", list[Person](), 0
    while won < RACES:
        found = Match.objects.filter(id=match).first()
        if found is None or found.status != Match.Status.RUNNING or won % 4 == 0:
            # A bot would keep a seat after three time-outs in a row.
            match, people = full_table(2, clock=DAILY)
        race(match, people, sky)
        won += 1
    assert chain_fault(Match.objects.get(id=match)) is None
