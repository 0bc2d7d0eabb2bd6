"""Deadlines that come near are told of in time, once each, and only to who is still asked."""

from datetime import timedelta

import pytest

from events.models import Outbox
from tests.events.notifications.receivers import Receiver
from tests.events.notifications.tables import DAY, answer, forget_notices, notify, table
from tests.support.people import Person, open_match
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

HOUR = 3600


@pytest.fixture(autouse=True)
def nothing_left(one_database: str) -> None:
    forget_notices()


def reminded(person: Person) -> int:
    """How often somebody was to be reminded."""
    own = Outbox.objects.filter(recipient_id=person.player, kind=Outbox.Kind.DEADLINE_NEAR)
    return own.count()


def after(sky: Sky, person: Person, **wait: float) -> int:
    """How often somebody was to be reminded by then; a worker looks every hour."""
    until = sky.now + timedelta(**wait)
    while sky.now < until:
        sky.now = min(until, sky.now + timedelta(hours=1))
        notify()
    return reminded(person)


def test_everybody_is_reminded_when_most_of_the_time_is_gone(sky: Sky, machine: Receiver) -> None:
    match, anna, bruno = table(clock=DAY)
    anna.post("me/webhooks", {"url": machine.url})
    assert after(sky, anna, hours=19) == 0
    assert after(sky, anna, hours=1) == 1
    assert after(sky, anna, hours=3) == 1
    (said,) = machine.of_type("deadline_near")
    shown = anna.match(match)
    assert said["data"]["deadline"] == shown["deadline"]["at"]
    assert said["data"]["seq"] == shown["asked"]
    assert reminded(bruno) == 0


def test_who_has_answered_is_not_reminded(sky: Sky) -> None:
    match, anna, _ = table(clock=DAY)
    assert after(sky, anna, hours=10) == 0
    answer(anna, match)
    assert after(sky, anna, hours=13) == 0


def test_a_ladder_of_ones_own_comes_beside_it(sky: Sky) -> None:
    _, anna, _ = table(clock=DAY)
    anna.patch("me", {"reminders": [12 * HOUR, HOUR]})
    assert after(sky, anna, hours=11) == 0
    assert after(sky, anna, hours=2) == 1
    assert after(sky, anna, hours=8) == 2
    assert after(sky, anna, hours=2.5) == 3


def test_a_ladder_changed_meanwhile_counts_from_then_on(sky: Sky) -> None:
    _, anna, _ = table(clock=DAY)
    assert after(sky, anna, hours=20) == 1
    assert anna.patch("me", {"reminders": [12 * HOUR, 2 * HOUR]}).status_code == 200
    assert after(sky, anna, hours=1) == 1
    assert after(sky, anna, hours=2) == 2


def test_more_time_means_another_reminder_later(sky: Sky) -> None:
    match, anna, bruno = table(clock=DAY)
    assert after(sky, anna, hours=20) == 1
    seat = anna.match(match)["you"]
    assert bruno.post(f"matches/{match}/more-time", {"seat": seat}).status_code == 200
    assert after(sky, anna, hours=17) == 1
    assert after(sky, anna, hours=3) == 2


def test_a_worker_that_was_away_reminds_late_and_once(sky: Sky) -> None:
    _, anna, _ = table(clock=DAY)
    anna.patch("me", {"reminders": [4 * HOUR, 3 * HOUR]})
    sky.pass_by(hours=22)
    notify()
    assert reminded(anna) == 1
    notify()
    assert reminded(anna) == 1


def test_nobody_is_reminded_by_night(sky: Sky, machine: Receiver) -> None:
    """Asked at noon for 30 hours, four fifths are gone at noon the next day, which is night."""
    _, anna, _ = table(clock={"kind": "per_move", "seconds": 30 * HOUR})
    anna.patch("me", {"quiet_hours": {"from": "11:00", "until": "14:00"}})
    anna.post("me/webhooks", {"url": machine.url})
    assert after(sky, anna, hours=25.9) == 0
    assert after(sky, anna, hours=0.2) == 1
    assert machine.of_type("deadline_near")


def test_who_would_be_reminded_too_late_after_the_night_is_reminded_before_it(
    sky: Sky, machine: Receiver
) -> None:
    """Asked at noon for 12 hours with a night from 20:00 to 09:00, the deadline is at 09:00."""
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    for person in (anna, bruno):
        person.patch("me", {"quiet_hours": {"from": "20:00", "until": "09:00"}})
        person.post("me/webhooks", {"url": machine.url})
    match = open_match(anna, 2, clock={"kind": "per_move", "seconds": 12 * HOUR})["id"]
    bruno.post(f"matches/{match}/join")
    asked = (anna, bruno)[anna.match(match)["awaiting"][0]]
    assert asked.match(match)["deadline"]["at"].startswith("2026-03-03T09:00")
    sky.pass_until("2026-03-02T19:49:00Z")
    notify()
    assert reminded(asked) == 0
    sky.pass_until("2026-03-02T19:51:00Z")
    notify()
    assert len(machine.of_type("deadline_near")) == 1


@pytest.mark.parametrize("reminders", [[59], [15 * 24 * HOUR], [60] * 6, ["1"], [None], {}, None])
def test_a_ladder_must_make_sense(reminders: object) -> None:
    assert Person.guest().patch("me", {"reminders": reminders}).status_code == 400
