"""Every channel carries a notice to a real receiver on loopback."""

import base64
import hashlib
import hmac
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from py_vapid import Vapid02
from pytest_django import Settings

from api.responses import notices as answers
from events.mail.queue import is_permanent
from events.models import Bounce, Delivery, Device, Endpoint, Player
from events.notifications.channel import RETRY_DELAYS
from events.notifications.http.webhooks import secret_new
from events.work.lease import LEASE
from games.codec import convert
from tests.events.notifications.receivers import Browser, Received, Receiver
from tests.events.notifications.tables import (
    DAY,
    INSTANT,
    due_now,
    forget_notices,
    notify,
    states,
    table,
    tell_of_the_turn,
    with_address,
)
from tests.support.people import Person, open_match, play_to_the_end
from tests.support.post_office import PostOffice, sign_in
from tests.support.races import at_once
from tests.support.server import free_port
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

TYPES: dict[str, Any] = {
    "your_turn": answers.YourTurnNotice,
    "match_started": answers.MatchStartedNotice,
    "match_finished": answers.MatchFinishedNotice,
    "invited": answers.InvitedNotice,
    "message": answers.MessageNotice,
    "test": answers.TrialNotice,
}


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


def verified(request: Received, secret: str) -> bool:
    """Whether a request is signed as Standard Webhooks has it, by its text alone."""
    said = request.headers
    content = f"{said['webhook-id']}.{said['webhook-timestamp']}.".encode() + request.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in said["webhook-signature"].split(" ")


def registered(person: Person, machine: Receiver) -> str:
    """The secret that a machine of somebody's is told with."""
    made = person.post("me/webhooks", {"url": machine.url})
    assert made.status_code == 201, made.content
    secret: str = made.json()["secret"]
    return secret


def test_a_turn_is_told_by_every_channel(machine: Receiver, post_office: PostOffice) -> None:
    match, anna, _ = table(clock=DAY)
    forget_notices()
    browser, secret = Browser(machine), registered(anna, machine)
    assert anna.post("me/push", browser.subscription).status_code == 201
    changes = {"your_turn": INSTANT}
    address = with_address(anna, notifications=changes, time_zone="Europe/Paris", locale="fr")
    tell_of_the_turn(match, anna)
    notify()

    (request,) = [one for one in machine.received if one.path == "/gobelet?who=me"]
    said = convert(request.json(), answers.YourTurnNotice)
    shown = anna.match(match)
    assert (said.data.match, said.data.seq) == (match, shown["asked"])
    assert said.data.deadline == shown["deadline"]["at"]
    assert verified(request, secret)
    assert not verified(request._replace(body=request.body + b" "), secret)

    (push,) = browser.shown
    assert (push["kind"], push["match"], push["tag"]) == ("your_turn", match, match)
    assert push["title"] == "Ciao, ciao… : à vous de jouer"
    assert "(Europe/Paris)" in push["body"]

    (mail,) = post_office.mails_to(address)
    assert mail["Message-ID"]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert states(anna) == [
        ("your_turn", channel, "sent") for channel in ("email", "push", "webhook")
    ]
    notify()
    assert len(machine.received) == 2
    assert len(post_office.mails_to(address)) == 1


def test_the_lines_in_the_document_know_our_requests_from_others(machine: Receiver) -> None:
    text = (Path(__file__).parents[3] / "docs" / "notifications.md").read_text()
    lines: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], lines)
    is_ours = lines["is_from_gobelet"]
    anna = Person.guest()
    secret = registered(anna, machine)
    (hook,) = anna.get("me/webhooks").json()["results"]
    anna.post(f"me/webhooks/{hook['id']}/test")
    notify()
    (request,) = machine.received
    assert is_ours(secret, request.headers, request.body)
    assert not is_ours(secret, request.headers, request.body + b" ")
    assert not is_ours(secret_new(), request.headers, request.body)
    long_ago = request.headers | {"webhook-timestamp": "1700000000"}
    assert not is_ours(secret, long_ago, request.body)


def test_a_push_is_signed_by_the_key_that_browsers_are_told(machine: Receiver) -> None:
    match, anna, _ = table()
    forget_notices()
    anna.post("me/push", Browser(machine).subscription)
    key = anna.get("me/push").json()["vapid_key"]
    tell_of_the_turn(match, anna)
    notify()
    (request,) = machine.received
    assert f"k={key}" in request.headers["authorization"]
    assert Vapid02.verify(request.headers["authorization"])
    assert (request.headers["ttl"], request.headers["urgency"]) == ("86400", "high")
    assert len(request.headers["topic"]) == 32
    assert match not in str(request.headers)


def test_every_kind_has_the_form_that_the_schema_says(machine: Receiver) -> None:
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    registered(bruno, machine)
    match = open_match(anna, 2)["id"]
    bruno.post(f"matches/{match}/join")
    notify()
    anna.post(f"matches/{match}/messages", {"text": "Hello"})
    notify()
    play_to_the_end(match, [anna, bruno])
    again = anna.post(f"matches/{match}/rematch").json()["id"]
    (hook,) = bruno.get("me/webhooks").json()["results"]
    bruno.post(f"me/webhooks/{hook['id']}/test")
    notify()
    for kind, form in TYPES.items():
        if kind != "your_turn":
            assert machine.of_type(kind), kind
        for said in machine.of_type(kind):
            assert convert(said, form)
    (finished,) = machine.of_type("match_finished")
    assert finished["data"]["outcome"]["winners"]
    (invited,) = machine.of_type("invited")
    assert (invited["data"]["match"], invited["data"]["by"]["name"]) == (again, "Anna")
    (message,) = machine.of_type("message")
    assert message["data"]["by"]["name"] == "Anna"
    assert b"Hello" not in b"".join(request.body for request in machine.received)


def test_a_receiver_that_fails_is_tried_again_later_and_later_with_the_same_id(
    machine: Receiver, sky: Sky
) -> None:
    match, anna, _ = table()
    forget_notices()
    registered(anna, machine)
    machine.status = 500
    tell_of_the_turn(match, anna)
    waits = []
    for _ in range(len(RETRY_DELAYS) + 1):
        due_now(anna)
        notify()
        row = Delivery.objects.get(notice__recipient_id=anna.player)
        waits.append((row.at - sky.now).total_seconds())
    assert states(anna) == [("your_turn", "webhook", "dead")]
    assert len({request.headers["webhook-id"] for request in machine.received}) == 1
    assert len(machine.received) == len(RETRY_DELAYS) + 1
    for wait, usual in zip(waits, RETRY_DELAYS, strict=False):
        assert 0.85 < wait / usual.total_seconds() < 1.15
    notify()
    assert len(machine.received) == len(RETRY_DELAYS) + 1
    (hook,) = anna.get("me/webhooks").json()["results"]
    assert hook["answer"] == "HTTP 500"


def test_a_receiver_may_ask_for_a_longer_wait(machine: Receiver, sky: Sky) -> None:
    match, anna, _ = table()
    forget_notices()
    registered(anna, machine)
    machine.status, machine.headers = 429, {"Retry-After": "3600"}
    tell_of_the_turn(match, anna)
    notify()
    row = Delivery.objects.get(notice__recipient_id=anna.player)
    assert row.at - sky.now > timedelta(minutes=59)


def test_410_disables_a_webhook_and_a_trial_enables_it_again(machine: Receiver) -> None:
    match, anna, _ = table()
    forget_notices()
    registered(anna, machine)
    machine.status = 410
    tell_of_the_turn(match, anna)
    notify()
    (hook,) = anna.get("me/webhooks").json()["results"]
    assert hook["disabled_at"]
    assert states(anna) == [("your_turn", "webhook", "dead")]
    Delivery.objects.all().delete()
    tell_of_the_turn(match, anna)
    notify()
    assert len(machine.received) == 1
    machine.status = 200
    assert anna.post(f"me/webhooks/{hook['id']}/test").status_code == 202
    notify()
    (hook,) = anna.get("me/webhooks").json()["results"]
    assert hook["disabled_at"] is None


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(machine: Receiver, status: int) -> None:
    match, anna, _ = table()
    forget_notices()
    anna.post("me/push", Browser(machine).subscription)
    machine.status = status
    tell_of_the_turn(match, anna)
    notify()
    assert anna.get("me/push").json()["results"] == []


def test_redirects_are_not_followed(machine: Receiver) -> None:
    match, anna, _ = table()
    forget_notices()
    registered(anna, machine)
    machine.status, machine.headers = 307, {"Location": machine.url}
    tell_of_the_turn(match, anna)
    notify()
    assert len(machine.received) == 1
    assert states(anna) == [("your_turn", "webhook", "waiting")]


def test_a_browser_belongs_to_whoever_is_signed_in_there_last(machine: Receiver) -> None:
    anna, bruno, browser = Person.guest("Anna"), Person.guest("Bruno"), Browser(machine)
    first = anna.post("me/push", browser.subscription).json()
    assert anna.post("me/push", browser.subscription).json()["id"] == first["id"]
    assert bruno.post("me/push", browser.subscription).json()["id"] != first["id"]
    assert anna.get("me/push").json()["results"] == []
    (device,) = bruno.get("me/devices").json()["results"]
    bruno.delete(f"me/devices/{device['id']}")
    assert not Device.objects.filter(player_id=bruno.player).exists()
    assert not Endpoint.objects.filter(player_id=bruno.player).exists()


def test_an_address_that_bounces_is_left_alone_until_it_is_proved_again(
    post_office: PostOffice,
) -> None:
    match, anna, _ = table()
    forget_notices()
    address = with_address(anna, notifications={"your_turn": INSTANT})
    post_office.unknown.add(address)
    tell_of_the_turn(match, anna)
    notify()
    assert states(anna) == [("your_turn", "email", "dead")]
    (banner,) = anna.get("me").json()["banners"]
    assert banner["code"] == "email_bounced"
    assert address in banner["text"]
    Delivery.objects.all().delete()
    tell_of_the_turn(match, anna)
    notify()
    assert states(anna) == []
    post_office.unknown.clear()
    again = sign_in(post_office, address)
    assert again.player == anna.player
    assert anna.get("me").json()["banners"] == []
    assert not Bounce.objects.filter(email=address).exists()


def test_while_the_mail_server_is_away_mails_wait(
    post_office: PostOffice, settings: Settings
) -> None:
    match, anna, _ = table()
    forget_notices()
    address = with_address(anna, notifications={"your_turn": INSTANT})
    with_server, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    tell_of_the_turn(match, anna)
    notify()
    assert states(anna) == [("your_turn", "email", "waiting")]
    settings.EMAIL_PORT = with_server
    due_now(anna)
    notify()
    assert len(post_office.mails_to(address)) == 1


def test_many_workers_at_once_tell_everybody_once(machine: Receiver, sky: Sky) -> None:
    people = [Person.guest(f"P{number}") for number in range(6)]
    for person in people:
        registered(person, machine)
        match = open_match(person, 2, bots=1)["id"]
        assert person.match(match)["status"] == "running"
    at_once([notify] * 4)
    notify()
    ids = [request.headers["webhook-id"] for request in machine.received]
    assert len(ids) == len(set(ids))
    started = machine.of_type("match_started")
    assert len(started) == len(people)


def test_a_worker_that_dies_after_sending_tells_twice_with_one_id(
    machine: Receiver, sky: Sky, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, anna, _ = table()
    forget_notices()
    registered(anna, machine)
    tell_of_the_turn(match, anna)
    with monkeypatch.context() as patch:
        patch.setattr("events.notifications.http.outgoing.result_record", dying)
        with pytest.raises(KeyboardInterrupt):
            notify()
    notify()
    assert len(machine.received) == 1, "it is leased"
    row = Delivery.objects.get(notice__recipient_id=anna.player)
    assert timedelta(0) < row.at - sky.now <= LEASE
    due_now(anna)
    notify()
    notify()
    assert len({request.headers["webhook-id"] for request in machine.received}) == 1
    assert len(machine.received) == 2
    assert states(anna) == [("your_turn", "webhook", "sent")]


def dying(*_: object) -> int:
    raise KeyboardInterrupt


def test_who_has_left_is_told_nothing(machine: Receiver) -> None:
    _, anna, _ = table()
    registered(anna, machine)
    anna.delete("me")
    notify()
    assert not machine.received
    assert not Endpoint.objects.filter(player_id=anna.player).exists()
    assert Player.objects.get(id=anna.player).left_at


def test_a_mail_server_that_refuses_the_address_is_understood() -> None:
    assert is_permanent(SMTPRecipientsRefused({"a": (550, b"no")}))
    assert not is_permanent(SMTPRecipientsRefused({"a": (450, b"later")}))
