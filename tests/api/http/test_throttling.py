"""Limits: how often, how many, how much; and whose address is believed."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from api.http import throttling
from api.http.client_ip import client_address, is_local, throttle_address
from config.environment import rate
from events.errors import TooMany
from events.models import Player, QuotaUse
from events.players.quotas import quota_use
from events.work.breaker import PAUSE_SECONDS, CircuitBreaker
from tests.support.people import Person, new_address, new_key, open_match
from tests.support.post_office import PostOffice, post_office, sign_in
from tests.support.races import at_once
from tests.support.server import soon
from tests.support.services.valkey import ValkeyServer

WITH_A_BOT = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "unlisted"}

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")
__all__ = ["post_office"]

Ask = Callable[[Person, str], Any]


@pytest.fixture
def counting(valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ValkeyServer]:
    """A Redis of this test's own, in which the rates that the test sets are counted."""
    monkeypatch.setattr(throttling, "_breaker", CircuitBreaker())
    with override_settings(REDIS_URL=valkey.url):
        yield valkey


@contextmanager
def silent(redis: ValkeyServer) -> Iterator[list[socket.socket]]:
    """A server in the place of one that was killed, which never answers; who has connected."""
    connected: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", redis.port or 0)) as server, ExitStack() as opened:
        server.setblocking(False)
        yield connected
        with suppress(BlockingIOError):
            while True:
                connected.append(opened.enter_context(server.accept()[0]))


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"account": (3, 60)})
def test_an_account_that_asks_too_often_is_told_when_to_come_back() -> None:
    anna, bert = Person.guest(), Person.guest()
    began = time.monotonic()
    for left in (2, 1, 0):
        answer = anna.get("me/matches")
        assert answer.status_code == 200
        assert answer["RateLimit-Policy"] == '"account";q=3;w=60'
        assert answer["RateLimit"].startswith(f'"account";r={left};t=')
    refused = anna.get("me/matches")
    assert refused.status_code == 429
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "throttled"
    assert 20 - (time.monotonic() - began) <= int(refused["Retry-After"]) <= 20
    assert refused["RateLimit"].startswith('"account";r=0;t=')
    assert bert.get("me/matches").status_code == 200


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"account": (10, 10)})
def test_what_was_used_up_comes_back_little_by_little() -> None:
    def wait() -> int:
        (standing,) = throttling.rates_count([{"account": "anna"}])[0]
        return standing.wait

    assert soon(wait)
    assert wait() <= 1  # of ten seconds, for one more
    assert soon(lambda: not wait())


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"address": (2, 60)})
def test_who_has_no_account_counts_by_address_and_so_does_a_wrong_token() -> None:
    assert Person().get("games").status_code == 200
    assert Person("wrong").get("games").status_code == 401
    assert Person("wrong").get("games").status_code == 429
    assert Person().get("games").status_code == 429


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"address": (2, 60)})
def test_who_has_no_account_counts_where_one_is_needed_too() -> None:
    refused = [Person().get("me"), Person().post("matches"), Person().get("me")]
    assert [answer.status_code for answer in refused] == [401, 401, 429]
    assert refused[0]["RateLimit"].startswith('"address";r=1;t=')


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"sign_in": (3, 60), "mailbox": (2, 60)})
def test_signing_in_counts_by_address_and_by_mailbox() -> None:
    def asked(email: str) -> int:
        status: int = Person().post("auth/email", {"email": email}).status_code
        return status

    assert [asked("Anna@example.org"), asked(" anna@example.ORG")] == [202, 202]
    assert asked("anna@example.org") == 429  # of this mailbox, and it does not use up the address
    assert asked("bert@example.org") == 202
    assert asked("carl@example.org") == 429


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"sign_in": (4, 600), "guests": (2, 600)})
def test_an_address_shared_by_many_counts_who_fails_not_who_succeeds(
    post_office: PostOffice,
) -> None:
    for _ in range(6):
        sign_in(post_office, new_address())
    proof = {"email": new_address(), "code": "000000", "nonce": "a" * 32}
    wrong = [Person().post("auth/email/confirm", proof).status_code for _ in range(5)]
    assert wrong == [422, 422, 422, 422, 429]
    guests = [Person().post("auth/guest").status_code for _ in range(3)]
    assert guests == [201, 201, 429]


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"mailbox": (1, 60)}, NUM_PROXIES=1)
def test_no_client_keeps_another_from_asking_for_a_code_or_using_it() -> None:
    def post(path: str, client: str, **more: str) -> int:
        body = {"email": "anna@example.org"} | more
        status: int = Person().post(path, body, **{"X-Forwarded-For": client}).status_code
        return status

    assert [post("auth/email", "203.0.113.7") for _ in range(2)] == [202, 429]
    assert post("auth/email", "203.0.113.8") == 202
    proof = {"code": "000000", "nonce": "a" * 32}
    assert {post("auth/email/confirm", "203.0.113.7", **proof) for _ in range(5)} == {422}


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"mailbox": (1, 60)}, NUM_PROXIES=1)
def test_all_networks_of_a_customer_count_as_one_for_a_mailbox() -> None:
    def asked(client: str) -> int:
        body = {"email": "anna@example.org"}
        status: int = Person().post("auth/email", body, **{"X-Forwarded-For": client}).status_code
        return status

    assert [asked(f"2001:db8:7:{network}::1") for network in (1, 2)] == [202, 429]
    assert asked("2001:db8:8:1::1") == 202


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"writes": (2, 60)})
def test_what_an_account_writes_is_counted_for_a_day_moves_excepted() -> None:
    anna = Person.guest()
    match = anna.post("matches", WITH_A_BOT).json()["id"]
    assert anna.patch("me", {"locale": "fr"}).status_code == 200
    refused = [anna.post(f"matches/{match}/seen", {"version": 1}), anna.delete("me")]
    assert {answer.status_code for answer in refused} == {429}
    assert refused[0]["RateLimit"].startswith('"writes";r=0;t=')
    assert anna.get("me").status_code == 200
    assert anna.post(f"matches/{match}/moves", {"move": {}}).status_code != 429


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"bots": (2, 600)})
def test_matches_with_bots_are_counted_by_address_rematches_too() -> None:
    for anna, status in ((Person.guest(), 201), (Person.guest(), 429)):
        made = anna.post("matches", WITH_A_BOT)
        if made.status_code == 201:
            anna.post(f"matches/{made.json()['id']}/resign")
            made = anna.post(f"matches/{made.json()['id']}/rematch")
        assert made.status_code == status


@override_settings(RATES={"account": (1, 60), "address": (1, 60)})
def test_without_redis_everybody_passes_and_nobody_waits(counting: ValkeyServer) -> None:
    anna = Person.guest()
    counting.kill()
    with silent(counting) as connections:
        began = time.monotonic()
        for _ in range(20):
            answer = anna.get("me/turns")
            assert answer.status_code == 200
            assert "RateLimit" not in answer
        pauses = 1 + (time.monotonic() - began) // PAUSE_SECONDS
    assert 1 <= len(connections) <= 2 * pauses  # one more if the first was closed meanwhile
    counting.start()
    throttling._breaker = CircuitBreaker()
    assert anna.get("me/turns").status_code == 200
    assert anna.get("me/turns").status_code == 429


@override_settings(RATES={"account": (50, 60)})
def test_requests_at_once_are_counted_one_by_one(counting: ValkeyServer) -> None:
    key = {"account": "somebody"}
    began = time.monotonic()
    standings = at_once([lambda: [throttling.rates_count([key])[0] for _ in range(10)]] * 8)
    found = [standing.wait == 0 for answers in standings for (standing,) in answers]
    assert len(found) == 80
    come_back = (time.monotonic() - began) / 1.2
    assert 50 <= sum(found) <= 50 + come_back


@override_settings(RATES={"sign_in": (5, 60), "mailbox": (5, 60)})
def test_one_round_trip_counts_on_every_rate(counting: ValkeyServer) -> None:
    with redis.Redis.from_url(counting.url) as client:
        throttling.rates_count([{"sign_in": "here", "mailbox": "a@b.c"}])[0]
        commands = client.info("commandstats")
        assert commands["cmdstat_eval"]["calls"] == 1
        assert "cmdstat_evalsha" not in commands


def test_a_connection_that_redis_has_closed_is_opened_again(counting: ValkeyServer) -> None:
    with override_settings(RATES={"account": (5, 60)}):
        assert throttling.rates_count([{"account": "anna"}])[0]
        counting.restart()
        assert throttling.rates_count([{"account": "anna"}])[0]


def test_an_error_of_redis_does_not_leave_its_other_answers_to_the_next(
    counting: ValkeyServer,
) -> None:
    with override_settings(RATES={"account": (5, 60)}):
        throttling.rates_count([{"account": "anna"}])
        with redis.Redis.from_url(counting.url) as client:
            client.config_set("maxmemory", 1)
            assert throttling.rates_count([{"account": "anna"}, {"account": "bruno"}]) == [[], []]
            client.config_set("maxmemory", 0)
        throttling._breaker = CircuitBreaker()
        (carla,), (anna,) = throttling.rates_count([{"account": "carla"}, {"account": "anna"}])
        assert (carla.left, anna.left) == (4, 3)


def request_of(peer: str, forwarded: str | None = None) -> HttpRequest:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        (0, "10.0.0.1", None, "10.0.0.1"),
        (0, "10.0.0.1", "6.6.6.6", "10.0.0.1"),
        (1, "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        (2, "10.0.0.1", "1.2.3.4", "1.2.3.4"),
        (1, "10.0.0.1", None, "10.0.0.1"),
        (1, "10.0.0.1", "", "10.0.0.1"),
        (1, "10.0.0.1", "6.6.6.6, nonsense", "10.0.0.1"),
        (1, "10.0.0.1", "::ffff:1.2.3.4", "1.2.3.4"),
        (0, "", None, "None"),
    ],
)
def test_only_what_our_own_proxies_say_of_an_address_is_believed(
    proxies: int, peer: str, forwarded: str | None, address: str
) -> None:
    with override_settings(NUM_PROXIES=proxies):
        assert str(client_address(request_of(peer, forwarded))) == address


def test_an_ipv6_address_counts_with_its_neighbours() -> None:
    one, other = (throttle_address(request_of(f"2001:db8::{end}")) for end in (1, 2))
    assert one == other == "2001:db8::/64"


def test_only_this_very_machine_is_local() -> None:
    for proxies, peer, forwarded, local in [
        (0, "127.0.0.1", None, True),
        (0, "::1", None, True),
        (0, "127.0.0.1", "127.0.0.1", False),  # somebody's proxy, which we were not told of
        (0, "10.0.0.1", None, False),
        (1, "127.0.0.1", "1.2.3.4", False),
        (1, "127.0.0.1", "127.0.0.1, 1.2.3.4", False),
        (1, "127.0.0.1", "127.0.0.1", True),
    ]:
        with override_settings(NUM_PROXIES=proxies):
            assert is_local(request_of(peer, forwarded)) is local


@pytest.mark.usefixtures("counting")
@override_settings(RATES={"address": (1, 60)}, NUM_PROXIES=1)
def test_a_forged_address_does_not_help() -> None:
    def asked(forwarded: str) -> int:
        client = Client(SERVER_NAME="localhost")
        return client.get("/api/v1/games", headers={"X-Forwarded-For": forwarded}).status_code

    assert asked("9.9.9.1, 1.2.3.4") == 200
    assert asked("9.9.9.2, 1.2.3.4") == 429
    assert asked("9.9.9.2, 1.2.3.5") == 200


def test_a_ration_lasts_for_a_day_and_a_refusal_uses_nothing() -> None:
    anna = Player.objects.get(id=Person.guest().player)
    for _ in range(2):
        quota_use(player=anna, kind="mail", most=2)
    with pytest.raises(TooMany) as refusal:
        quota_use(player=anna, kind="mail", most=2)
    assert refusal.value.code == "daily_limit_reached"
    assert 0 < refusal.value.wait <= 24 * 60 * 60
    quota_use(player=anna, kind="message", most=2)
    yesterday = timezone.now().date() - timedelta(days=1)
    QuotaUse.objects.filter(player=anna, kind="mail").update(day=yesterday)
    quota_use(player=anna, kind="mail", most=2)
    assert QuotaUse.objects.filter(player=anna, kind="mail").count() == 1
    with pytest.raises(TooMany):
        quota_use(player=anna, kind="report", most=0)


def test_what_is_rolled_back_was_not_used() -> None:
    anna = Player.objects.get(id=Person.guest().player)
    with transaction.atomic():
        quota_use(player=anna, kind="mail", most=1)
        transaction.set_rollback(True)
    quota_use(player=anna, kind="mail", most=1)


def test_rations_used_at_once_are_not_exceeded() -> None:
    anna = Player.objects.get(id=Person.guest().player)

    def use() -> bool:
        try:
            with transaction.atomic():
                quota_use(player=anna, kind="mail", most=3)
        except TooMany:
            return False
        return True

    assert sum(at_once([use] * 8)) == 3


@override_settings(OPEN_MATCHES_MOST=2)
def test_open_matches_have_a_limit_for_opening_and_joining() -> None:
    anna, bert = Person.guest(), Person.guest()
    new = {"game": "ciaociao", "seats": 3, "visibility": "public"}
    open_match(anna, 3)
    of_bert = open_match(bert, 3)["id"]
    assert anna.post(f"matches/{of_bert}/join").status_code == 200
    refused = anna.post("matches", new)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_open_matches")
    another = open_match(Person.guest(), 3)["id"]
    refused = anna.post(f"matches/{another}/join")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_open_matches")
    assert bert.post("matches", new).status_code == 201


@override_settings(RUNNING_MATCHES_MOST=1)
def test_running_matches_have_a_limit() -> None:
    anna = Person.guest()
    assert open_match(anna, 3, bots=2)["status"] == "running"
    refused = anna.post("matches", {"game": "ciaociao", "seats": 2, "visibility": "public"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_running_matches")


@pytest.mark.parametrize(
    ("limit", "request_of_it"),
    [
        (
            "MESSAGES_PER_DAY",
            lambda who, match: who.post(f"matches/{match}/messages", {"text": "a"}),
        ),
        ("INVITATIONS_PER_DAY", lambda who, match: who.post(f"matches/{match}/invitations")),
        (
            "MAILS_PER_DAY",
            lambda who, match: who.post(f"matches/{match}/invitations", {"email": "b@c.org"}),
        ),
        ("BOT_MATCHES_PER_DAY", lambda who, match: who.post("matches", WITH_A_BOT)),
        ("RENAMES_PER_DAY", lambda who, match: who.patch("me", {"name": new_key()})),
    ],
)
def test_what_has_a_daily_limit_is_refused_past_it(limit: str, request_of_it: Ask) -> None:
    anna = Person.account()
    match = open_match(anna, 3)["id"]
    with override_settings(**{limit: 1}):
        assert request_of_it(anna, match).status_code in (200, 201)
        refused = request_of_it(anna, match)
    assert (refused.status_code, refused.json()["code"]) == (429, "daily_limit_reached")
    assert int(refused["Retry-After"]) > 0


def test_a_rate_that_makes_no_sense_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RATE_ACCOUNT", "5/2")
    assert rate("RATE_ACCOUNT", "1/1") == (5, 2)
    for nonsense in ("5", "0/60", "5/0", "-1/60", "a/b"):
        monkeypatch.setenv("RATE_ACCOUNT", nonsense)
        with pytest.raises(ImproperlyConfigured, match="RATE_ACCOUNT"):
            rate("RATE_ACCOUNT", "1/1")
