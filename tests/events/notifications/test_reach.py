"""Nobody can make our machines speak to their own network: by no name, form, or change of mind."""

import socket
from queue import SimpleQueue
from typing import Any

import pytest
from pytest_django import Settings

from events.notifications.http import channel
from events.notifications.http.channel import Answer, Call, GuardedCall, Request
from events.notifications.http.ssrf import Target, Unreachable, address_of, target_of
from tests.events.notifications.receivers import SUBSCRIPTION, Receiver, receiver
from tests.events.notifications.tables import forget_notices, notify
from tests.support.people import Person
from tests.support.server import PATIENCE

PRIVATE = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1",
    "5f00::1", "3fff::1", "192.0.0.9", "192.0.0.10", "192.88.99.1", "2002:a00:1::1", "100::1",
    "2001::1", "2001:20::1", "4000::1", "::ffff:8.8.8.8", "240.0.0.1",
]  # fmt: skip
PUBLIC = ["93.184.216.34", "2606:2800:220:1::1", "2a01:e0a::1", "2001:4860:4860::8888"]


def answers_with(*addresses: str) -> Any:
    """A name server that says this."""

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

    return resolve


def posted(url: str) -> Answer:
    """The answer to a request."""
    ended: SimpleQueue[Call] = SimpleQueue()
    GuardedCall(Request(url, {}, b"{}"), ended.put)
    return ended.get(timeout=PATIENCE).answer


def test_a_handshake_that_never_ends_can_be_aborted(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRIVATE_ENDPOINTS = True
    monkeypatch.setattr(channel, "SECONDS", 2 * PATIENCE)
    ended: SimpleQueue[Call] = SimpleQueue()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        call = GuardedCall(Request(url, {}, b"{}"), ended.put)
        taken, _ = silent.accept()
        with taken:
            assert taken.recv(1)
            call.abort()
            assert ended.get(timeout=PATIENCE) is call


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused_as_such_and_behind_a_name(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(Unreachable):
        target_of(f"https://{literal}/hook")
    monkeypatch.setattr(socket, "getaddrinfo", answers_with("93.184.216.34", address))
    with pytest.raises(Unreachable):
        address_of(Target(True, "example.org", 443, "/"))


@pytest.mark.parametrize("address", PUBLIC)
def test_an_open_address_is_what_is_connected_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", answers_with(address))
    assert address_of(target_of("https://example.org/hook?a=b")) == address


def test_a_name_within_is_refused_in_the_same_words_as_one_that_does_not_exist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    answers = set()
    for resolve in (unknown, answers_with("10.0.0.7"), answers_with("fd00::7")):
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        answers.add(posted("https://wiki.corp.example/"))
    assert answers == {Answer(None, "it is not a public address")}


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:password@example.org/",
        "https://example.org/#part",
        "https://localhost/",
        "https://intranet/",
        "https://2130706433/",
        "https://example.org:99999/",
        "https://[::1/",
        "https://[::1%25lo]/",
        "https:///path",
        "https://127.0.0.1:8000/",
    ],
)
@pytest.mark.usefixtures("any_database", "redis_url")
def test_what_is_no_open_address_is_refused_with_words(url: str) -> None:
    anna = Person.guest()
    for path, body in (
        ("me/webhooks", {"url": url}),
        ("me/push", SUBSCRIPTION | {"endpoint": url}),
    ):
        refused = anna.post(path, body)
        assert refused.status_code in (400, 422), refused.content
        assert refused.json()["code"] in ("malformed", "endpoint_refused")


@pytest.mark.parametrize(
    "url",
    [None, 7, "", "x", "https://", "https://é.org/", "https://a b/", "https://a\x00.org/",
     "https://a.org/\n", "https://\ud800.org/", "https://a.org/" + "x" * 1000],
)  # fmt: skip
@pytest.mark.usefixtures("any_database", "redis_url")
def test_what_is_no_address_at_all_is_malformed(url: object) -> None:
    assert Person.guest().post("me/webhooks", {"url": url}).status_code == 400


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "A" * 87, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
        {"p256dh": SUBSCRIPTION["keys"]["p256dh"], "auth": "A" * 16},
        {"p256dh": SUBSCRIPTION["keys"]["p256dh"], "auth": "A" * 17},
    ],
)
@pytest.mark.usefixtures("any_database", "redis_url")
def test_keys_that_nothing_can_be_encrypted_with_are_refused(keys: dict[str, str]) -> None:
    refused = Person.guest().post("me/push", SUBSCRIPTION | {"keys": keys})
    assert (refused.status_code, refused.json()["code"]) == (422, "push_keys_unusable")


@pytest.mark.usefixtures("any_database", "redis_url")
def test_there_is_an_end_to_how_many_addresses_one_may_have() -> None:
    anna = Person.guest()
    statuses = [
        anna.post("me/webhooks", {"url": f"https://example.org/{number}"}).status_code
        for number in range(22)
    ]
    assert statuses == [201] * 20 + [409] * 2
    again = anna.post("me/webhooks", {"url": "https://example.org/1"})
    assert again.json()["code"] == "endpoint_registered"


@pytest.mark.usefixtures("any_database", "redis_url")
def test_a_name_that_means_loopback_only_when_it_is_written_to_gets_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget_notices()
    with receiver() as machine:
        anna, port = Person.guest(), machine.url.split(":")[2].partition("/")[0]
        made = anna.post("me/webhooks", {"url": f"https://rebound.example.org:{port}/"}).json()
        monkeypatch.setattr(socket, "getaddrinfo", answers_with("127.0.0.1"))
        anna.post(f"me/webhooks/{made['id']}/test")
        notify()
        assert not machine.received
    (hook,) = anna.get("me/webhooks").json()["results"]
    assert hook["answer"] == "it is not a public address"


def test_the_name_is_asked_for_once_and_what_it_meant_is_connected_to(
    machine: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real name is of no use: whoever looked it up a second time would not arrive."""
    port = int(machine.url.split(":")[2].partition("/")[0])
    asked: list[str] = []

    def resolve(host: str, number: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", number))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert posted(f"http://once.invalid:{port}/x").status == 204
    assert asked[0] == "once.invalid"
    assert set(asked[1:]) <= {"127.0.0.1"}
    (request,) = machine.received
    assert request.headers["host"] == f"once.invalid:{port}"
