"""Many notices to phones through services that fail, and workers that die: none is lost, and none
is sent again once its arrival was recorded."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest
from django.utils import timezone
from pytest_django import Settings

from events import tasks
from events.models import Delivery, Endpoint, Outbox
from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.deliver import result_record
from events.notifications.http import outgoing
from events.notifications.http.http2_client import event_loop
from events.notifications.http.push import collapse_key
from tests.events.notifications.receivers import SUBSCRIPTION, Received, Receiver
from tests.events.notifications.tables import forget_notices
from tests.support.people import Person, open_match
from tests.support.push.apple import device_token
from tests.support.push.http2_server import Posted, Reply
from tests.support.push.phones import Phones
from tests.support.server import soon
from tests.support.sizes import sized
from tests.support.time_travel import Sky

PEOPLE, MATCHES = sized((10, 6), (334, 100))
"""Everybody has a phone of each kind and is told of every match."""
DYING = sized(0.02, 0.001)
"""The chance that a worker dies instead of recording a result."""
KINDS = ("apns", "fcm", "unifiedpush")
GONE_ONE_IN = 10
RETRY_AFTER = {"retry-after": "60"}
FAULTS = {"busy": 0.05, "down": 0.05, "cut before": 0.02, "cut after": 0.05}


class Told(NamedTuple):
    """What a service can tell apart: a device, and the match by its collapse key."""

    device: str
    about: str


class Died(BaseException):
    """The worker is no more."""


class Service:
    """What befalls the requests to a push service; some devices are gone all along."""

    def __init__(self, seed: int) -> None:
        self._luck = Random(seed)
        self.gone: set[str] = set()
        self.accepted: Counter[Told] = Counter()
        self.befell: Counter[str] = Counter()

    def takes(self, told: Told) -> str:
        """Decide what becomes of a request."""
        (fault,) = self._luck.choices(
            [*FAULTS, "taken"], [*FAULTS.values(), 1 - sum(FAULTS.values())]
        )
        if fault == "taken" and told.device in self.gone:
            fault = "gone"
        self.befell[fault] += 1
        if fault in ("taken", "cut after"):
            self.accepted[told] += 1
        return fault


class Fleet:
    """Everybody's phones at three services."""

    def __init__(self, phones: Phones, machine: Receiver) -> None:
        self.services = {kind: Service(seed) for seed, kind in enumerate(KINDS)}
        self.recorded: dict[Told, int] = {}
        """How often each was accepted when its arrival was recorded."""
        self.died = 0
        self._luck = Random(7)
        phones.apple.trouble = self._apple
        phones.google.trouble = self._google
        machine.status_for = self._unified
        machine.headers = RETRY_AFTER

    def _apple(self, request: Posted) -> str | Reply | None:
        device = request.path.rpartition("/")[2]
        told = Told(device, request.headers["apns-collapse-id"])
        reasons = ("Unregistered", "BadDeviceToken")
        answers: dict[str, str | Reply] = {
            "busy": Reply(429, {"reason": "TooManyRequests"}, RETRY_AFTER),
            "down": "ServiceUnavailable",
            "cut before": Reply(0, cut=True),
            "cut after": Reply(200, cut=True),
            "gone": reasons[int(device, 16) % 2],
        }
        return answers.get(self.services["apns"].takes(told))

    def _google(self, message: Any) -> str | Reply | None:
        told = Told(message["token"], message["android"]["collapse_key"])
        answers: dict[str, str | Reply] = {
            "busy": "QUOTA_EXCEEDED",
            "down": "UNAVAILABLE",
            "cut before": Reply(0, cut=True),
            "cut after": Reply(200, cut=True),
            "gone": "UNREGISTERED",
        }
        return answers.get(self.services["fcm"].takes(told))

    def _unified(self, request: Received) -> int:
        told = Told(request.path, request.headers["topic"])
        statuses = {"busy": 429, "down": 503, "cut before": 0, "cut after": 0, "gone": 410}
        return statuses.get(self.services["unifiedpush"].takes(told), 201)

    def add(self, number: int, machine: Receiver) -> str:
        """A player with three phones, some of which are gone."""
        person, path = Person.guest(f"P{number}"), f"/up/{number}"
        iphone, android = device_token(number + 1), f"fcm-{number:030}"
        url = machine.url.partition("/gobelet")[0] + path
        for body in (
            {"kind": "apns", "token": iphone},
            {"kind": "fcm", "token": android},
            SUBSCRIPTION | {"kind": "unifiedpush", "endpoint": url},
        ):
            assert person.post("me/push", body).status_code == 201
        for kind, device in zip(KINDS, (iphone, android, path), strict=True):
            if (number + KINDS.index(kind)) % GONE_ONE_IN == 0:
                self.services[kind].gone.add(device)
        return person.player

    def record(self, group: DeliveryGroup, result: DeliveryResult) -> int:
        """Record a result as workers do, or die before."""
        assert group.endpoint is not None
        if self._luck.random() < DYING:
            raise Died
        if result.arrived:
            kind, url = group.endpoint.kind, group.endpoint.url
            device = "/" + url.partition("://")[2].partition("/")[2] if "://" in url else url
            told = Told(device, collapse_key(group))
            self.recorded[told] = self.services[kind].accepted[told]
        return result_record(group, result)

    def work(self) -> None:
        """What is due is sent, by another worker whenever one dies."""
        try:
            tasks.notify()
            outgoing.outgoing_send()
        except Died:
            self.died += 1
            assert soon(nothing_under_way), "requests of the dead worker end"


def nothing_under_way() -> bool:
    threads = {thread.name for thread in threading.enumerate()}
    return "request" not in threads and not asyncio.all_tasks(event_loop())


@contextmanager
def fleet_of(phones: Phones, machine: Receiver) -> Iterator[Fleet]:
    """Everybody is owed the notice of every match."""
    fleet, creator = Fleet(phones, machine), Person.account()
    people = [fleet.add(number, machine) for number in range(PEOPLE)]
    matches = [open_match(creator, 2)["id"] for _ in range(MATCHES)]
    Outbox.objects.bulk_create(
        Outbox(recipient_id=player, match_id=match, seq=1, kind="invited", at=timezone.now())
        for player in people
        for match in matches
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outgoing, "result_record", fleet.record)
        yield fleet


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("database", "redis_url")
def test_of_many_notices_none_is_lost_and_none_doubled_once_recorded(
    phones: Phones, machine: Receiver, sky: Sky, settings: Settings
) -> None:
    forget_notices()
    settings.OPEN_MATCHES_MOST = MATCHES
    with fleet_of(phones, machine) as fleet:
        waiting = Delivery.objects.filter(state=Delivery.State.WAITING).order_by("at")
        fleet.work()
        while (row := waiting.first()) is not None:
            sky.pass_until(row.at)
            fleet.work()
    assert not Outbox.objects.filter(planned=False).exists()
    assert fleet.died
    for kind, service in fleet.services.items():
        phones_left = PEOPLE - len(service.gone)
        sent = Delivery.objects.filter(endpoint__kind=kind)
        assert set(sent.values_list("state", flat=True)) == {"sent"}
        assert Endpoint.objects.filter(kind=kind).count() == phones_left, "dead ones are removed"
        told = {one for one in service.accepted if one.device not in service.gone}
        assert len(told) == sent.count() == phones_left * MATCHES, "none is lost"
        recorded = {one: fleet.recorded[one] for one in told}
        assert recorded == {one: service.accepted[one] for one in told}, "none is sent once more"
        twice = sum(service.accepted[one] - 1 for one in told)
        print(f"{kind}: {len(told)} arrived of {len(told)}, {twice} twice; {dict(service.befell)}")
    befell = set().union(*(service.befell for service in fleet.services.values()))
    assert befell == {*FAULTS, "gone", "taken"}
    print(f"{fleet.died} workers died")
