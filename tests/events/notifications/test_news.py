"""Who is told what and when: at their pace, not by night, once, and only while it is news."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events import tasks
from events.models import Delivery, Outbox, Player, Seat
from events.notifications.local_time import local_time_text
from events.notifications.pace import due_from
from events.players.profile import Pace
from tests.events.notifications.receivers import Browser, Receiver
from tests.events.notifications.tables import (
    DAY,
    INSTANT,
    answer,
    forget_notices,
    notify,
    play_until_asked,
    states,
    table,
    with_address,
)
from tests.support.people import Person, first_choice, full_table, open_match
from tests.support.post_office import PostOffice
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


def in_paris(hour: int, minute: int = 0, *, day: int = 2) -> datetime:
    return datetime(2026, 3, day, hour - 1, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pace", "happened", "due", "until"),
    [
        ("instant", in_paris(14, 20), in_paris(14, 20), "09:00"),
        ("hourly", in_paris(14, 20), in_paris(15), "09:00"),
        ("hourly", in_paris(14), in_paris(15), "09:00"),
        ("daily", in_paris(7, 59), in_paris(8), "07:00"),
        ("daily", in_paris(14, 20), in_paris(8, day=3), "07:00"),
        ("daily", in_paris(14, 20), in_paris(9, day=3), "09:00"),
        ("instant", in_paris(23, 30), in_paris(9, day=3), "09:00"),
        ("hourly", in_paris(21, 40), in_paris(9, day=3), "09:00"),
    ],
)
def test_each_pace_has_its_moment_and_none_is_by_night(
    sky: Sky, pace: Pace, happened: datetime, due: datetime, until: str
) -> None:
    anna = Person.guest()
    sky.now = datetime(2026, 3, 1, tzinfo=UTC)
    quiet = {"from": "22:00", "until": until}
    anna.patch("me", {"time_zone": "Europe/Paris", "quiet_hours": quiet})
    assert due_from(pace, happened, Player.objects.get(id=anna.player)) == due


def test_a_moment_is_said_by_the_clock_on_the_readers_wall() -> None:
    moment = datetime(2026, 3, 3, 23, 5, tzinfo=UTC)
    said = local_time_text(moment, zone="Europe/Paris", language="fr")
    assert said == "mercredi 4 mars 2026 à 00:05 (Europe/Paris)"
    said = local_time_text(moment, zone="America/New_York", language="en")
    assert said == "Tuesday 3 March 2026 at 18:05 (America/New_York)"


def test_news_of_an_hour_come_in_one_mail(sky: Sky, post_office: PostOffice) -> None:
    anna = Person.guest("Anna")
    address = with_address(anna)
    for _ in range(3):
        match = open_match(anna, 2)["id"]
        Person.guest("Bruno").post(f"matches/{match}/join")
    notify()
    assert not post_office.mails_to(address)
    Seat.objects.update(asked=None)
    sky.pass_by(hours=1)
    notify()
    (mail,) = post_office.mails_to(address)
    assert mail["Subject"] == "Gobelet: news of 3 matches"
    turns = [one for one in states(anna) if one[0] == "match_started"]
    assert turns == [("match_started", "email", "sent")] * 3
    sky.pass_by(days=2)
    notify()
    assert len(post_office.mails_to(address)) == 1


def test_what_is_new_in_a_match_is_one_notice_on_a_device(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = table()
    forget_notices()
    browser = Browser(machine)
    anna.post("me/push", browser.subscription)
    Outbox.objects.filter(match_id=match, recipient_id=anna.player).update(planned=False)
    notify()
    (shown,) = browser.shown
    assert (shown["kind"], shown["also"]) == ("your_turn", ["match_started"])


def test_night_holds_notices_back_until_the_morning(sky: Sky, machine: Receiver) -> None:
    match, people = full_table(2)
    for person in people:
        person.post("me/webhooks", {"url": machine.url})
        person.patch("me", {"quiet_hours": {"from": "20:00", "until": "07:00"}})
    forget_notices()
    asked = people[0].match(match)["awaiting"][0]
    sky.pass_until("2026-03-02T23:00:00Z")
    people[asked].post(f"matches/{match}/messages", {"text": "Good night"})
    sky.pass_by(hours=2)
    notify()
    assert not machine.received
    sky.pass_until("2026-03-03T06:59:00Z")
    notify()
    assert not machine.received
    sky.pass_until("2026-03-03T07:00:01Z")
    notify()
    assert len(machine.of_type("message")) == 1


def test_a_notice_that_waits_is_held_back_by_a_night_declared_since(
    sky: Sky, machine: Receiver
) -> None:
    match, anna, bruno = table()
    anna.post("me/webhooks", {"url": machine.url})
    forget_notices()
    anna.patch("me", {"notifications": {"message": {"webhook": "hourly"}}})
    bruno.post(f"matches/{match}/messages", {"text": "Hello"})
    notify()
    anna.patch("me", {"quiet_hours": {"from": "12:30", "until": "15:00"}})
    sky.pass_by(hours=1)
    notify()
    row = Delivery.objects.get(notice__recipient_id=anna.player)
    assert (row.state, row.tries) == ("waiting", 0)
    sky.pass_until("2026-03-02T15:00:01Z")
    notify()
    assert len(machine.of_type("message")) == 1


def waiting_turn(machine: Receiver, **more: Any) -> tuple[str, Person, Person]:
    """A turn that somebody will be told of in an hour, and nothing else."""
    match, anna, bruno = table(**more)
    anna.post("me/webhooks", {"url": machine.url})
    anna.patch("me", {"notifications": {"your_turn": {"webhook": "hourly"}}})
    forget_notices()
    Outbox.objects.filter(
        match_id=match, recipient_id=anna.player, kind=Outbox.Kind.YOUR_TURN
    ).update(planned=False)
    notify()
    assert states(anna) == [("your_turn", "webhook", "waiting")]
    return match, anna, bruno


def later(sky: Sky, person: Person) -> list[str]:
    """What became of the turn an hour later."""
    sky.pass_by(hours=1)
    notify()
    return [state for kind, _, state in states(person) if kind == "your_turn"]


def test_a_turn_that_nobody_has_looked_at_is_told(sky: Sky, machine: Receiver) -> None:
    _, anna, _ = waiting_turn(machine)
    assert later(sky, anna) == ["sent"]


def test_a_turn_is_not_told_to_who_has_seen_that_very_event(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = waiting_turn(machine)
    anna.post(f"matches/{match}/seen", {"version": anna.match(match)["version"]})
    assert later(sky, anna) == ["stale"]


def test_who_has_seen_only_what_came_before_is_told(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = waiting_turn(machine)
    anna.post(f"matches/{match}/seen", {"version": anna.match(match)["version"] - 1})
    assert later(sky, anna) == ["sent"]


def test_a_look_at_the_match_alone_hides_nothing(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = waiting_turn(machine)
    anna.match(match)
    assert later(sky, anna) == ["sent"]


def test_a_turn_that_was_played_is_not_told(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = waiting_turn(machine)
    answer(anna, match)
    assert later(sky, anna)[0] == "stale"


def test_of_two_turns_in_an_hour_the_open_one_is_told(sky: Sky, machine: Receiver) -> None:
    match, anna, bruno = waiting_turn(machine)
    play_until_asked(match, anna, bruno)
    notify()
    told = later(sky, anna)
    assert told.count("sent") == 1
    assert told[-1:] == ["stale"]
    (said,) = machine.of_type("your_turn")
    assert said["data"]["seq"] == anna.match(match)["asked"]


def test_an_early_answer_that_is_sealed_is_an_answer(sky: Sky, machine: Receiver) -> None:
    match, people = full_table(3)
    early = Seat.objects.filter(match_id=match, asked__isnull=False, in_turn=False)
    while not early.exists():
        asked = next(person for person in people if person.match(match)["choices"])
        answer(asked, match)
    late = people[early[0].number]
    late.post("me/webhooks", {"url": machine.url})
    forget_notices()
    own = Outbox.objects.filter(match_id=match, recipient_id=late.player, kind="your_turn")
    own.filter(seq=own.latest("seq").seq).update(planned=False)
    assert late.play(match, first_choice(late.match(match))).status_code == 202
    notify()
    assert states(late) == [("your_turn", "webhook", "stale")]


def test_who_wants_nothing_is_told_nothing_even_of_what_waits(sky: Sky, machine: Receiver) -> None:
    _, anna, _ = waiting_turn(machine)
    anna.patch("me", {"notifications": {"your_turn": {"webhook": "none"}}})
    assert later(sky, anna) == ["stale"]


def test_what_was_said_is_not_told_to_who_does_not_listen(sky: Sky, machine: Receiver) -> None:
    match, people = full_table(3)
    anna, bruno, clara = people
    for person in people:
        person.post("me/webhooks", {"url": machine.url})
    forget_notices()
    bruno.post(f"players/{anna.player}/mute")
    anna.post(f"matches/{match}/messages", {"text": "Hello"})
    clara.post(f"players/{anna.player}/block")
    notify()
    assert not machine.of_type("message")
    anna.post(f"matches/{match}/messages", {"text": "Nobody?"})
    assert not Outbox.objects.filter(kind="message", recipient_id=anna.player).exists()


def test_a_read_message_is_no_news(sky: Sky, machine: Receiver) -> None:
    match, anna, bruno = table()
    anna.post("me/webhooks", {"url": machine.url})
    forget_notices()
    first = bruno.post(f"matches/{match}/messages", {"text": "One"}).json()["id"]
    bruno.post(f"matches/{match}/messages", {"text": "Two"})
    anna.post(f"matches/{match}/seen", {"message": first})
    notify()
    assert sorted(states(anna)) == [
        ("message", "webhook", "sent"),
        ("message", "webhook", "stale"),
    ]


def test_an_invitation_to_a_table_that_has_begun_is_no_news(
    sky: Sky, machine: Receiver, post_office: PostOffice
) -> None:
    anna, bruno = Person.account("Anna"), Person.guest("Bruno")
    address = with_address(bruno, notifications={"invited": INSTANT | {"webhook": "hourly"}})
    bruno.post("me/webhooks", {"url": machine.url})
    match = open_match(anna, 2)["id"]
    anna.post(f"matches/{match}/invitations", {"email": address})
    notify()
    tasks.send_mails()
    assert len(post_office.mails_to(address)) == 1
    assert states(bruno) == [("invited", "email", "sent"), ("invited", "webhook", "waiting")]
    Person.guest().post(f"matches/{match}/join")
    sky.pass_by(hours=1)
    notify()
    assert states(bruno) == [("invited", "email", "sent"), ("invited", "webhook", "stale")]


def test_who_ran_out_of_time_is_told(sky: Sky, machine: Receiver) -> None:
    match, anna, _ = table(clock=DAY)
    anna.patch("me", {"automatic_vacation": False})
    anna.post("me/webhooks", {"url": machine.url})
    forget_notices()
    sky.pass_by(days=1, seconds=1)
    sweep_all()
    notify()
    (said,) = machine.of_type("timed_out")
    assert said["data"]["match"] == match


def test_old_notices_are_forgotten_and_dead_ones_stay(sky: Sky, machine: Receiver) -> None:
    _, anna, _ = waiting_turn(machine)
    later(sky, anna)
    dead = Outbox.objects.filter(recipient_id=anna.player, kind="match_started").get()
    Delivery.objects.create(notice=dead, channel="email", state="dead", at=sky.now)
    sky.pass_by(days=100)
    tasks.delete_expired()
    own = Outbox.objects.filter(recipient_id=anna.player)
    assert list(own) == [dead]
    assert timedelta(days=99) < sky.now - own.get().at
