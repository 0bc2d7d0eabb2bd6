"""Phones are notified through services that check what Apple and Google check."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from pytest_django import Settings

from events.models import Delivery, Endpoint
from events.notifications.http import channel
from tests.events.notifications.receivers import Browser, Receiver
from tests.events.notifications.tables import (
    DAY,
    due_now,
    forget_notices,
    notify,
    states,
    table,
    tell_of_the_turn,
)
from tests.support.people import Person
from tests.support.push.apple import TOPIC, device_token
from tests.support.push.google import PROJECT, error
from tests.support.push.http2_server import Reply
from tests.support.push.phones import Phones
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

IPHONE: dict[str, Any] = {"kind": "apns", "token": device_token(7)}
ANDROID: dict[str, Any] = {"kind": "fcm", "token": "fQ1:APA91b-x_" + "y" * 140}


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


def turn_with(*devices: dict[str, Any], **more: Any) -> tuple[str, Person]:
    """A match that waits for somebody who has these devices and was told nothing yet."""
    match, anna, _ = table(**more)
    forget_notices()
    for device in devices:
        made = anna.post("me/push", device)
        assert made.status_code == 201, made.content
    tell_of_the_turn(match, anna)
    return match, anna


def devices_of(person: Person) -> list[Any]:
    results: list[Any] = person.get("me/push").json()["results"]
    return results


def test_an_iphone_gets_a_notification_with_badge_link_and_collapse_id(phones: Phones) -> None:
    match, anna = turn_with(IPHONE, clock=DAY)
    anna.patch("me", {"locale": "fr"})
    notify()
    (got,) = phones.apple.accepted
    asked = anna.match(match)["asked"]
    assert got.device == IPHONE["token"]
    assert got.headers["apns-topic"] == TOPIC
    assert got.headers["apns-priority"] == "10"
    assert len(got.headers["apns-collapse-id"]) == 32
    assert got.headers["apns-id"] == got.body["id"]
    assert got.body["aps"]["alert"]["title"] == "Ciao, ciao… : à vous de jouer"
    assert got.body["aps"]["badge"] == got.body["badge"] == 1
    assert got.body["url"].endswith(f"/matches/{match}#{asked}")
    assert (got.body["match"], got.body["seq"]) == (match, asked)
    assert "mutable-content" not in got.body["aps"]
    assert states(anna) == [("your_turn", "push", "sent")]


def test_an_android_phone_gets_a_message_with_an_access_token(phones: Phones) -> None:
    match, anna = turn_with(ANDROID)
    notify()
    (got,) = phones.google.accepted
    assert got.device == ANDROID["token"]
    assert got.message["notification"]["title"] == "Ciao, ciao…: your turn"
    assert got.message["android"]["priority"] == "HIGH"
    assert got.message["android"]["ttl"] == "86400s"
    assert len(got.message["android"]["collapse_key"]) == 32
    assert got.message["android"]["notification"] == {"tag": match, "notification_count": 1}
    assert got.message["data"]["badge"] == "1"
    assert msgspec.json.decode(got.message["data"]["also"]) == []
    assert phones.google.grants == 1
    anna.post(f"me/push/{devices_of(anna)[0]['id']}/test")
    notify()
    assert len(phones.google.accepted) == 2
    assert phones.google.grants == 1, "the access token is kept"


def test_a_phone_that_reports_receipts_shows_notifications_by_itself(phones: Phones) -> None:
    turn_with(IPHONE | {"receipts": True}, ANDROID | {"receipts": True})
    notify()
    assert phones.apple.accepted[0].body["aps"]["mutable-content"] == 1
    assert "notification" not in phones.google.accepted[0].message


def test_a_phone_without_google_is_reached_by_unifiedpush(machine: Receiver) -> None:
    phone = Browser(machine, "/UP?token=1")
    _, anna = turn_with(phone.subscription | {"kind": "unifiedpush"})
    notify()
    (push,) = phone.shown
    assert (push["kind"], push["badge"]) == ("your_turn", 1)
    assert [one["kind"] for one in devices_of(anna)] == ["unifiedpush"]
    refused = anna.post(
        "me/push", phone.subscription | {"kind": "unifiedpush", "endpoint": "https://localhost/"}
    )
    assert refused.status_code == 201, "this server allows private endpoints"


def test_a_unifiedpush_server_may_not_be_within_our_network() -> None:
    within = Person.guest().post("me/push", unified("https://10.0.0.1/up"))
    assert (within.status_code, within.json()["code"]) == (422, "endpoint_refused")


def unified(url: str) -> dict[str, Any]:
    return Browser(Receiver("http://x/gobelet")).subscription | {
        "kind": "unifiedpush",
        "endpoint": url,
    }


def test_all_devices_of_a_player_are_told_over_one_connection_to_each_service(
    phones: Phones,
) -> None:
    iphones = [{"kind": "apns", "token": device_token(n), "sandbox": n % 2} for n in range(1, 7)]
    turn_with(*({**one, "sandbox": bool(one["sandbox"])} for one in iphones), ANDROID)
    notify()
    assert {one.device for one in phones.apple.accepted} == {one["token"] for one in iphones}
    assert phones.apple.connections == 1
    assert phones.google.connections == 1
    assert len(phones.apple.tokens) == 1
    assert len({one.headers["apns-collapse-id"] for one in phones.apple.accepted}) == 1


def test_the_list_says_which_kinds_this_server_has_keys_for(phones: Phones) -> None:
    kinds = Person.guest().get("me/push").json()["kinds"]
    assert {one["kind"]: (one["available"], one["app"]) for one in kinds} == {
        "web": (True, None),
        "unifiedpush": (True, None),
        "apns": (True, TOPIC),
        "fcm": (True, PROJECT),
    }
    assert {"push_apns", "push_fcm"} <= set(Person().get("server").json()["features"])


def test_without_keys_a_phone_is_refused_and_the_list_says_so() -> None:
    anna = Person.guest()
    kinds = {one["kind"]: one["available"] for one in anna.get("me/push").json()["kinds"]}
    assert kinds == {"web": True, "unifiedpush": True, "apns": False, "fcm": False}
    for device in (IPHONE, ANDROID):
        refused = anna.post("me/push", device)
        assert (refused.status_code, refused.json()["code"]) == (422, "push_kind_unavailable")


def test_a_push_service_within_our_network_is_not_connected_to(
    phones: Phones, settings: Settings
) -> None:
    _, anna = turn_with(IPHONE, ANDROID)
    settings.PRIVATE_ENDPOINTS = False
    notify()
    assert {one["answer"] for one in devices_of(anna)} == {"it is not a public address"}
    assert (phones.apple.connections, phones.google.connections) == (0, 0)
    assert states(anna) == [("your_turn", "push", "waiting")] * 2


def test_when_keys_are_removed_nothing_is_planned_for_phones(
    phones: Phones, settings: Settings
) -> None:
    _, anna = turn_with(IPHONE)
    settings.APNS = None
    notify()
    assert states(anna) == []


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "apns"},
        {"kind": "fcm", "token": None},
        {"kind": "fcm", "token": "a b"},
        {"kind": "pigeon", "token": "x" * 64},
        {"kind": "web", "token": "x" * 64},
        {"kind": "apns", "token": "../../" + "a" * 64},
    ],
)
def test_a_device_without_what_its_kind_needs_is_malformed(body: dict[str, Any]) -> None:
    assert Person.guest().post("me/push", body).status_code == 400


@pytest.mark.parametrize("reason", ["Unregistered", "BadDeviceToken", "DeviceTokenNotForTopic"])
def test_an_iphone_that_is_gone_is_removed(phones: Phones, reason: str) -> None:
    _, anna = turn_with(IPHONE)
    phones.apple.trouble = lambda request: reason
    notify()
    assert devices_of(anna) == []


@pytest.mark.parametrize("code", ["UNREGISTERED", "INVALID_ARGUMENT", "SENDER_ID_MISMATCH"])
def test_an_android_phone_that_is_gone_is_removed(phones: Phones, code: str) -> None:
    _, anna = turn_with(ANDROID)
    phones.google.trouble = lambda message: code
    notify()
    assert devices_of(anna) == []


def test_a_message_that_google_finds_malformed_is_given_up_and_its_phone_stays(
    phones: Phones,
) -> None:
    _, anna = turn_with(ANDROID)
    phones.google.trouble = lambda message: error(
        400,
        "INVALID_ARGUMENT",
        {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "fieldViolations": [{"field": "message.android.ttl", "description": "Illegal format"}],
        },
        {
            "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
            "errorCode": "INVALID_ARGUMENT",
        },
    )
    notify()
    assert len(devices_of(anna)) == 1
    assert states(anna) == [("your_turn", "push", "dead")]


def failing(phones: Phones, how: str) -> Callable[[], None]:
    """Let both services fail in a way, until what is returned is called."""

    def recover() -> None:
        phones.apple.trouble = phones.google.trouble = lambda request: None
        phones.apple.cut_all = phones.google.cut_all = False
        phones.google.token_trouble = None

    if how == "refused":
        phones.apple.trouble = lambda request: "ExpiredProviderToken"
        phones.google.granted.clear()
        phones.google.trouble = lambda message: error(401, "UNAUTHENTICATED")
    elif how == "down":
        phones.apple.trouble = lambda request: "ServiceUnavailable"
        phones.google.trouble = lambda message: "UNAVAILABLE"
    elif how == "no token":
        phones.apple.trouble = lambda request: "InvalidProviderToken"
        phones.google.token_trouble = Reply(400, {"error": "invalid_grant"})
    else:
        phones.apple.cut_all = phones.google.cut_all = True
    return recover


@pytest.mark.parametrize("how", ["refused", "down", "no token", "cut"])
def test_a_service_that_fails_is_tried_again_and_no_phone_is_blamed(
    phones: Phones, how: str
) -> None:
    _, anna = turn_with(IPHONE, ANDROID)
    recover = failing(phones, how)
    notify()
    assert states(anna) == [("your_turn", "push", "waiting")] * 2
    about = Endpoint.objects.filter(player_id=anna.player)
    assert list(about.values_list("failures", "paused_until")) == [(0, None)] * 2
    assert all(one["answer"] for one in devices_of(anna))
    recover()
    due_now(anna)
    notify()
    assert states(anna) == [("your_turn", "push", "sent")] * 2
    assert (len(phones.apple.accepted), len(phones.google.accepted)) == (1, 1)


def test_too_many_requests_are_sent_later_as_the_service_says(phones: Phones, sky: Sky) -> None:
    _, anna = turn_with(IPHONE, ANDROID)
    phones.apple.trouble = lambda request: Reply(
        429, {"reason": "TooManyRequests"}, {"retry-after": "120"}
    )
    phones.google.trouble = lambda message: "QUOTA_EXCEEDED"
    notify()
    waits = {
        row.endpoint.kind: row.at - sky.now
        for row in Delivery.objects.filter(notice__recipient_id=anna.player)
        if row.endpoint
    }
    assert waits["apns"] > timedelta(seconds=119)
    assert waits["fcm"] > timedelta(seconds=29)
    answers = {one["kind"]: one["answer"] for one in devices_of(anna)}
    assert answers == {"apns": "HTTP 429 TooManyRequests", "fcm": "HTTP 429 QUOTA_EXCEEDED"}


def test_a_connection_that_is_cut_after_a_notification_was_taken_sends_it_again_with_its_id(
    phones: Phones,
) -> None:
    _, anna = turn_with(IPHONE)
    phones.apple.trouble = lambda request: Reply(200, cut=True)
    notify()
    assert states(anna) == [("your_turn", "push", "waiting")]
    phones.apple.trouble = lambda request: None
    due_now(anna)
    notify()
    first, second = phones.apple.accepted
    assert first.headers["apns-id"] == second.headers["apns-id"]
    assert first.headers["apns-collapse-id"] == second.headers["apns-collapse-id"]
    assert (first.connection, second.connection) == (1, 2)


def test_a_service_that_does_not_answer_is_given_up_in_time(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna = turn_with(IPHONE)
    notify()
    Delivery.objects.all().delete()
    tell_of_the_turn(match, anna)
    monkeypatch.setattr(channel, "SECONDS", 2.0)
    phones.apple.silent = True
    notify()
    assert devices_of(anna)[0]["answer"] == "ReadTimeout"
    assert states(anna) == [("your_turn", "push", "waiting")]
    phones.apple.silent = False
    monkeypatch.undo()
    due_now(anna)
    notify()
    assert states(anna) == [("your_turn", "push", "sent")]
    assert phones.apple.connections == 2, "the silent connection is not used again"


def test_a_phone_belongs_to_whoever_is_signed_in_there_last(phones: Phones) -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    first = anna.post("me/push", IPHONE).json()
    assert anna.post("me/push", IPHONE).json() == first
    assert bruno.post("me/push", IPHONE).status_code == 201
    assert devices_of(anna) == []
