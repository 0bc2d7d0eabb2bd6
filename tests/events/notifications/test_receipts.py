"""Devices report what they have shown; a turn that none has shown is told by the next channel."""

from typing import Any

import pytest
from pytest_django import Settings

from events.models import Delivery
from tests.events.notifications.tables import (
    DAY,
    answer,
    due_now,
    forget_notices,
    notify,
    states,
    table,
    tell_of_the_turn,
    with_address,
)
from tests.support.people import Person, new_key
from tests.support.post_office import PostOffice
from tests.support.push.apple import device_token
from tests.support.push.http2_server import Reply
from tests.support.push.phones import Phones
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

IPHONE: dict[str, Any] = {"kind": "apns", "token": device_token(9), "receipts": True}
WITHIN_THE_HOUR = {"your_turn": {"email": "hourly"}}


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


class Told:
    """Somebody with a phone and an address, whose turn it is."""

    def __init__(self, device: dict[str, Any], **settings: Any) -> None:
        self.match, self.person, self.other = table(clock=DAY)
        forget_notices()
        self.address = with_address(self.person, notifications=WITHIN_THE_HOUR, **settings)
        made = self.person.post("me/push", device)
        assert made.status_code == 201, made.content
        self.device = made.json()["id"]
        tell_of_the_turn(self.match, self.person)

    def report(self, notification: str, state: str, key: str | None = None) -> Any:
        body = {"id": notification, "state": state}
        return self.person.post(f"me/push/{self.device}/receipts", body, key)


def test_a_turn_without_a_receipt_is_mailed_early(
    phones: Phones, post_office: PostOffice, sky: Sky
) -> None:
    told = Told(IPHONE)
    notify()
    assert len(phones.apple.accepted) == 1
    sky.pass_by(minutes=9)
    notify()
    assert not post_office.mails_to(told.address)
    sky.pass_by(minutes=2)
    notify()
    assert len(post_office.mails_to(told.address)) == 1
    sky.pass_by(hours=2)
    notify()
    assert len(post_office.mails_to(told.address)) == 1
    assert len(phones.apple.accepted) == 1


@pytest.mark.parametrize("state", ["delivered", "opened"])
def test_a_turn_with_a_receipt_is_mailed_at_its_usual_time(
    phones: Phones, post_office: PostOffice, sky: Sky, state: str
) -> None:
    told = Told(IPHONE)
    notify()
    assert told.report(phones.apple.accepted[0].body["id"], state).status_code == 200
    sky.pass_by(minutes=11)
    notify()
    assert not post_office.mails_to(told.address)
    sky.pass_by(minutes=50)
    notify()
    assert len(post_office.mails_to(told.address)) == 1, "as the player has chosen"


def test_a_turn_that_was_answered_falls_back_to_nothing(
    phones: Phones, post_office: PostOffice, sky: Sky
) -> None:
    told = Told(IPHONE)
    notify()
    answer(told.person, told.match)
    sky.pass_by(minutes=11)
    notify()
    assert not post_office.mails_to(told.address)


@pytest.mark.parametrize(
    "trouble", ["Unregistered", Reply(503, {"reason": "ServiceUnavailable"})], ids=["gone", "down"]
)
def test_a_turn_whose_push_could_not_be_sent_falls_back_too(
    phones: Phones, post_office: PostOffice, sky: Sky, trouble: Any
) -> None:
    told = Told(IPHONE)
    phones.apple.trouble = lambda request: trouble
    notify()
    sky.pass_by(minutes=11)
    notify()
    assert len(post_office.mails_to(told.address)) == 1


def test_the_receipt_of_an_earlier_turn_is_none_of_this_one(
    phones: Phones, post_office: PostOffice, sky: Sky
) -> None:
    told = Told(IPHONE)
    notify()
    earlier = phones.apple.accepted[0].body["id"]
    answer(told.person, told.match)
    while not told.person.match(told.match)["choices"]:
        answer(told.other, told.match)
    notify()
    assert told.report(earlier, "delivered").status_code == 200
    sky.pass_by(minutes=11)
    notify()
    assert len(post_office.mails_to(told.address)) == 1


def test_a_fall_back_waits_for_the_end_of_quiet_hours(
    phones: Phones, post_office: PostOffice, sky: Sky
) -> None:
    quiet = {"from": "12:05", "until": "12:30"}
    told = Told(IPHONE, quiet_hours=quiet, time_zone="UTC")
    notify()
    sky.pass_by(minutes=15)
    notify()
    assert not post_office.mails_to(told.address)
    sky.pass_by(minutes=16)
    notify()
    assert len(post_office.mails_to(told.address)) == 1


def test_without_receipts_and_without_a_channel_allowed_nothing_comes_early(
    phones: Phones, post_office: PostOffice, sky: Sky
) -> None:
    plain = Told(IPHONE | {"receipts": False})
    unwilling = Told(IPHONE | {"token": device_token(10)})
    unwilling.person.patch("me", {"notifications": {"your_turn": {"email": "none"}}})
    notify()
    sky.pass_by(minutes=11)
    notify()
    assert not post_office.mails_to(plain.address)
    assert not post_office.mails_to(unwilling.address)
    assert states(unwilling.person) == [("your_turn", "push", "sent")]


def test_the_operator_sets_how_long_a_receipt_is_awaited(
    phones: Phones, post_office: PostOffice, sky: Sky, settings: Settings
) -> None:
    settings.RECEIPT_MINUTES = 3
    told = Told(IPHONE)
    notify()
    sky.pass_by(minutes=4)
    notify()
    assert len(post_office.mails_to(told.address)) == 1


def test_the_first_report_counts_and_one_of_what_was_opened_is_of_both(
    phones: Phones, sky: Sky
) -> None:
    told = Told(IPHONE)
    notify()
    name = phones.apple.accepted[0].body["id"]
    first = told.report(name, "delivered").json()
    assert first["opened_at"] is None
    sky.pass_by(minutes=1)
    opened = told.report(name, "opened").json()
    assert opened["delivered_at"] == first["delivered_at"] < opened["opened_at"]
    sky.pass_by(minutes=1)
    assert told.report(name, "delivered").json() == opened
    assert told.report(name, "opened", new_key()).json() == opened


def test_all_that_one_notification_told_is_reported_at_once(phones: Phones) -> None:
    told = Told(IPHONE)
    told.other.post(f"matches/{told.match}/messages", {"text": "Hello."})
    notify()
    (shown,) = phones.apple.accepted
    assert (shown.body["kind"], shown.body["also"]) == ("your_turn", ["message"])
    assert told.report(shown.body["id"], "delivered").status_code == 200
    reported = Delivery.objects.filter(notice__recipient_id=told.person.player, channel="push")
    assert reported.filter(delivered_at__isnull=False).count() == 2


def test_what_was_reported_is_not_sent_again_though_its_answer_was_lost(phones: Phones) -> None:
    told = Told(IPHONE)
    phones.apple.trouble = lambda request: Reply(200, cut=True)
    notify()
    assert told.report(phones.apple.accepted[0].body["id"], "delivered").status_code == 200
    due_now(told.person)
    notify()
    assert len(phones.apple.accepted) == 1
    assert ("your_turn", "push", "sent") in states(told.person)


def test_a_receipt_is_of_ones_own_device_and_of_what_it_was_sent(phones: Phones) -> None:
    told, bruno = Told(IPHONE), Person.guest("Bruno")
    notify()
    name = phones.apple.accepted[0].body["id"]
    unknown = told.report("0a1b2c3d-0000-4000-8000-000000000000", "delivered")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "delivery_not_found")
    other = bruno.post(f"me/push/{told.device}/receipts", {"id": name, "state": "opened"})
    assert (other.status_code, other.json()["code"]) == (404, "endpoint_not_found")
    second = told.person.post("me/push", IPHONE | {"token": device_token(11)}).json()["id"]
    wrong = told.person.post(f"me/push/{second}/receipts", {"id": name, "state": "opened"})
    assert (wrong.status_code, wrong.json()["code"]) == (404, "delivery_not_found")
    assert told.report(name, "eaten").status_code == 400
