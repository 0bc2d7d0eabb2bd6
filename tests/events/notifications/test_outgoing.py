"""Endpoints that do not answer keep nobody else waiting, and are left alone more and more."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import Settings

from config.celery import app
from events.models import Delivery, Endpoint, Outbox, QueuedMail
from events.notifications.http import address_share, channel, places
from events.notifications.http.endpoint_health import DISABLED_AFTER, LEAST_FAILURES, PAUSES
from events.notifications.http.outgoing import outgoing_send
from tests.events.notifications.receivers import Browser, Receiver, receiver
from tests.events.notifications.tables import forget_notices, notify, table, with_address
from tests.support.people import Person, open_match
from tests.support.server import PATIENCE, soon
from tests.support.time_travel import Sky

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


@pytest.fixture(autouse=True)
def nothing_left(any_database: str) -> None:
    forget_notices()


@pytest.fixture
def silent(machine: Receiver, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """Another machine, which answers only when it is released; requests wait for it."""
    monkeypatch.setattr(channel, "SECONDS", PATIENCE)
    with receiver() as found:
        found.fall_silent()
        yield found


@contextmanager
def meanwhile(watch: Callable[[], Any]) -> Iterator[None]:
    """Watch from another thread; what it says is raised at the end."""
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(watch)
        yield
        watching.result()


def hooks(person: Person, machine: Receiver, count: int = 1) -> list[str]:
    """Several webhooks of somebody at one machine."""
    made = [person.post("me/webhooks", {"url": f"{machine.url}&n={n}"}) for n in range(count)]
    return [one.json()["id"] for one in made]


def try_out(person: Person, hook: str) -> Any:
    return person.post(f"me/webhooks/{hook}/test")


def own_hook(person: Person) -> Any:
    (hook,) = person.get("me/webhooks").json()["results"]
    return hook


def state(hook: str, sky: Sky) -> tuple[int, timedelta | None]:
    """How often an endpoint has failed in a row, and how long it is paused for, in seconds."""
    endpoint = Endpoint.objects.get(id=hook)
    until = endpoint.paused_until
    if until is None:
        return endpoint.failures, None
    return endpoint.failures, timedelta(seconds=round((until - sky.now).total_seconds()))


def test_a_host_that_never_answers_delays_nobody_else(
    machine: Receiver, silent: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player's hanging endpoints have their share of the places, and the rest goes on."""
    monkeypatch.setattr(places, "AT_ONCE", 4)
    monkeypatch.setitem(places.SHARES, "player", 3)
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    for hook in hooks(anna, silent, 6):
        assert try_out(anna, hook).status_code == 202
    for hook in hooks(bruno, machine, 6):
        assert try_out(bruno, hook).status_code == 202
    most: list[int] = []

    def watch() -> None:
        arrived = soon(lambda: len(silent.held) == 3 and len(machine.received) == 6)
        most.append(len(silent.received))
        silent.release()
        assert arrived, (len(silent.held), len(machine.received))

    with meanwhile(watch):
        assert outgoing_send() == 12
    assert most == [3]


@pytest.mark.parametrize("kind", ["host", "unproved"])
def test_a_host_and_endpoints_never_tried_have_a_share_of_the_places(
    machine: Receiver, silent: Receiver, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(places.SHARES, kind, 2)
    (own,) = hooks(bruno := Person.guest("Bruno"), machine)
    Endpoint.objects.filter(id=own).update(tried_at=timezone.now(), host="elsewhere")
    for person in (Person.guest("Anna"), Person.guest("Carla")):
        for hook in hooks(person, silent, 2):
            try_out(person, hook)
    try_out(bruno, own)
    most: list[int] = []

    def watch() -> None:
        arrived = soon(lambda: len(silent.held) == 2 and machine.received)
        most.append(len(silent.received))
        silent.release()
        assert arrived

    with meanwhile(watch):
        assert outgoing_send() == 5
    assert most == [2]


def test_many_names_of_one_address_have_its_share_of_the_places(
    machine: Receiver, silent: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_share, "SHARE", 2)
    anna, bruno = Person.guest("Anna"), Person.guest("Bruno")
    for name in ("127.0.0.1", "127.0.1", "127.1", "0x7f.1", "2130706433"):
        hook_at(anna, silent, name)
    hook_at(bruno, machine, "0.0.0.0")  # another address of this machine

    def watch() -> None:
        arrived = soon(lambda: len(silent.held) == 2 and machine.received)
        silent.release()
        assert arrived

    with meanwhile(watch):
        assert outgoing_send() == 3
    assert len(silent.received) == 2
    put_off = Delivery.objects.filter(state="waiting")
    assert list(put_off.values_list("tries", "endpoint__failures")) == [(0, 0)] * 3
    while left := put_off.count():
        put_off.update(at=timezone.now())
        assert outgoing_send()
        assert put_off.count() < left


def hook_at(person: Person, machine: Receiver, name: str) -> None:
    """Test a webhook at a machine under another name."""
    url = machine.url.replace("127.0.0.1", name)
    hook = person.post("me/webhooks", {"url": url}).json()["id"]
    assert try_out(person, hook).status_code == 202


def tries(rows: QuerySet[Delivery]) -> int:
    """How often they were tried; a busy receiver may not have noted each request in time."""
    return sum(rows.values_list("tries", flat=True))


def test_an_endpoint_that_fails_gets_one_request_at_a_time_and_is_paused_as_a_whole(
    silent: Receiver, sky: Sky, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At first its owner's share of the places is used up, which counts as one failure."""
    monkeypatch.setattr(channel, "SECONDS", 0.3)
    monkeypatch.setitem(places.SHARES, "player", 3)
    anna = Person.guest("Anna")
    (hook,) = hooks(anna, silent)
    for _ in range(4):
        open_match(anna, 2, bots=1)
    notify()
    assert own_hook(anna)["answer"] == "no answer in time"
    rows = Delivery.objects.filter(endpoint=hook)
    assert tries(rows) == 3 < rows.count()
    assert state(hook, sky) == (1, PAUSES[0])
    open_match(anna, 2, bots=1)
    notify()
    assert tries(rows) == 3, "another notice waits too"
    for failures, pause in enumerate(PAUSES[1:], 2):
        sky.now += PAUSES[failures - 2]
        rows.update(at=sky.now)
        notify()
        assert tries(rows) == 3 + failures - 1, "one of them is tried"
        assert state(hook, sky) == (failures, pause)
    assert set(rows.values_list("state", flat=True)) == {"waiting"}
    silent.release()
    assert try_out(anna, hook).status_code == 202, "a test does not wait for the end of a pause"
    outgoing_send()
    assert state(hook, sky) == (0, None)
    sky.pass_by(days=4)
    notify()
    assert set(rows.values_list("state", flat=True)) <= {"sent", "stale"}


def test_after_days_of_failures_an_endpoint_is_disabled_and_its_owner_gets_a_mail(
    machine: Receiver, sky: Sky
) -> None:
    match, anna, _ = table()
    address = with_address(anna, locale="fr")
    (hook,) = hooks(anna, machine)
    machine.status = 503
    began = sky.now
    while own_hook(anna)["disabled_at"] is None:
        assert sky.now - began < 3 * DISABLED_AFTER
        assert not QueuedMail.objects.filter(to=address).exists()
        Outbox.objects.filter(match_id=match, recipient_id=anna.player).update(planned=False)
        Delivery.objects.filter(endpoint=hook).delete()
        notify()
        sky.pass_by(hours=6)
    assert sky.now - began >= DISABLED_AFTER
    assert len(machine.received) >= LEAST_FAILURES
    assert own_hook(anna)["answer"] == "HTTP 503"
    (mail,) = QueuedMail.objects.filter(to=address)
    assert "127.0.0.1" in mail.subject
    assert f"/me/webhooks/{hook}/test" in mail.text
    assert "depuis 5 jours" in mail.text.lower()
    machine.status = 204
    assert try_out(anna, hook).status_code == 202
    outgoing_send()
    assert own_hook(anna)["disabled_at"] is None


def test_a_browser_that_registers_again_is_enabled_again(machine: Receiver) -> None:
    anna, browser = Person.guest(), Browser(machine)
    made = anna.post("me/push", browser.subscription).json()
    Endpoint.objects.filter(id=made["id"]).update(disabled_at=timezone.now(), failures=12)
    assert anna.post("me/push", browser.subscription).json()["disabled_at"] is None


def test_a_test_comes_after_the_other_and_not_too_often_a_day(
    machine: Receiver, settings: Settings, sky: Sky
) -> None:
    settings.ENDPOINT_TESTS_PER_DAY = 3
    anna = Person.guest()
    first, second = hooks(anna, machine, 2)
    assert try_out(anna, first).status_code == 202
    refused = try_out(anna, first)
    assert (refused.status_code, refused.json()["code"]) == (409, "test_under_way")
    assert try_out(anna, second).status_code == 202, "what was refused does not count"
    outgoing_send()
    assert try_out(anna, first).status_code == 202
    outgoing_send()
    refused = try_out(anna, second)
    assert (refused.status_code, refused.json()["code"]) == (429, "daily_limit_reached")
    assert len(machine.received) == 3
    sky.now += timedelta(days=1)
    assert try_out(anna, second).status_code == 202


def test_outgoing_requests_and_bots_have_queues_and_a_plain_worker_takes_all() -> None:
    queues = app.amqp.queues.consume_from
    names = {"celery", "bots", "outgoing"}
    assert {name: queue.routing_key for name, queue in queues.items()} == {
        name: name for name in names
    }
    own = {"send_outgoing": "outgoing", "play_bots": "bots", "sweep_bots": "bots"}
    for task in ("sweep", "settle", "send_mails", "notify", "delete_expired", *own):
        route = app.amqp.router.route({}, f"events.tasks.{task}")
        assert route["queue"].name == own.get(task, "celery")
