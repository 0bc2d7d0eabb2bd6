"""A crash at any point of any writing request: after a retry the world is as if nothing happened.

Crashes are made at the n-th SQL statement for every n, at the commit, after the commit before the
answer, and at the broker.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Literal

import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

import events.work.due
from events.log.append import Draft, append_write
from events.log.envelope import SeatTakenOver
from events.log.position import position_at_head, position_cache
from events.matches.opening import match_create
from events.models import Delivery, Due, Match, QueuedMail
from events.players.devices import device_sign_in
from events.players.identity import player_create
from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.people import Person, full_table, new_address, new_key, open_match, routes
from tests.support.services.databases import EVERY_DATABASE, VENDORS

pytestmark = pytest.mark.usefixtures("redis_url")

Request = Callable[[], Any]


class Crash(OperationalError):
    """The process dies here, as far as the database can tell."""


@contextmanager
def crash_at_statement(number: int) -> Iterator[list[str]]:
    """Fail the n-th statement and all after it; yields the statements that were tried."""
    tried: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        tried.append(sql)
        if len(tried) >= number:
            raise Crash(f"crash at statement {number}: {sql[:60]}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield tried


@contextmanager
def crash_at_commit() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:

        def commit(self: BaseDatabaseWrapper) -> None:
            self.rollback()
            raise Crash("crash at the commit")

        patch.setattr(BaseDatabaseWrapper, "commit", commit)
        yield


@contextmanager
def crash_at_broker() -> Iterator[None]:
    """The process dies after the commit, before broker and client hear of it."""
    with pytest.MonkeyPatch.context() as patch:

        def wake(match_id: str) -> None:
            raise Crash("crash before the broker call")

        patch.setattr(events.work.due, "wake_worker", wake)
        yield


def world() -> dict[str, list[Any]]:
    """Every row of every table."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("events").get_models():
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {table}")
            rows[table] = sorted(cursor.fetchall(), key=repr)
    return rows


def requests() -> dict[str, Callable[[], Request]]:
    """Every writing request: each makes a fresh situation and returns what can be tried in it."""

    def guest() -> Request:
        return lambda: Person().post("auth/guest", {"name": "Anna"})

    def code() -> Request:
        address = new_address()
        return lambda: Person().post("auth/email", {"email": address})

    def confirm() -> Request:
        address, guest = new_address(), Person.guest()
        open_match(guest, 2)
        account = player_create(locale="en", email=address)
        match_create(creator=account, game="ciaociao", seats=2, options={}, visibility="public")
        nonce = guest.post("auth/email", {"email": address}).json()["nonce"]
        code = QueuedMail.objects.get(to=address).text.split(": ")[1][:6]
        proof = {"email": address, "code": code, "nonce": nonce}
        return lambda: guest.post("auth/email/confirm", proof)

    def create() -> Request:
        anna, key = Person.guest(), new_key()
        body = {"game": "ciaociao", "seats": 2, "bots": 1, "visibility": "public"}
        return lambda: anna.post("matches", body, key)

    def join() -> Request:
        match, bruno, key = open_match(Person.guest(), 2)["id"], Person.guest(), new_key()
        return lambda: bruno.post(f"matches/{match}/join", {}, key)

    def invite() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2)["id"]
        return lambda: anna.post(f"matches/{match}/invitations", {}, key)

    def start() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 3)["id"]
        return lambda: anna.post(f"matches/{match}/start", {"bots": True}, key)

    def seed() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2, bots=1, seed_commitment="ab" * 32)["id"]
        return lambda: anna.post(f"matches/{match}/seed", {"seed": ""}, key)

    def say() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 2)["id"]
        return lambda: anna.post(f"matches/{match}/messages", {"text": "Hello"}, key)

    def seen() -> Request:
        match, people = full_table(2)
        key = new_key()
        return lambda: people[0].post(f"matches/{match}/seen", {"version": 2}, key)

    def blocking(kind: str) -> Callable[[], Request]:
        def shun() -> Request:
            anna, bruno, key = Person.guest(), Person.guest(), new_key()
            return lambda: anna.post(f"players/{bruno.player}/{kind}", {}, key)

        return shun

    def report() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        return lambda: anna.post(f"players/{bruno.player}/report", {"reason": "Insults"}, key)

    def move() -> Request:
        match, people = full_table(2)
        mover = people[people[0].match(match)["awaiting"][0]]
        key = new_key()
        return lambda: mover.play(match, {"type": "announce", "number": 2}, key)

    def sealed() -> Request:
        match, people = full_table(3)
        mover = people[people[0].match(match)["awaiting"][0]]
        mover.play(match, {"type": "announce", "number": 2})
        last, key = people[people[0].match(match)["view"]["answerers"][-1]], new_key()
        return lambda: last.play(match, {"type": "doubt"}, key)

    def leave() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        match = open_match(anna, 3, seed_commitment="ab" * 32)["id"]
        bruno.post(f"matches/{match}/join")
        return lambda: anna.post(f"matches/{match}/leave", {}, key)

    def remove() -> Request:
        anna, key = Person.guest(), new_key()
        match = open_match(anna, 3, bots=1)["id"]
        return lambda: anna.post(f"matches/{match}/remove", {"seat": 2}, key)

    def remove_a_person() -> Request:
        anna, bruno, key = Person.guest(), Person.guest(), new_key()
        match = open_match(anna, 3)["id"]
        bruno.post(f"matches/{match}/join")
        return lambda: anna.post(f"matches/{match}/remove", {"seat": 1}, key)

    def decline() -> Request:
        anna, key, address = Person.account(), new_key(), new_address()
        invited = player_create(locale="en", email=address)
        zoe = Person(device_sign_in(player=invited, name="")[0], invited.id)
        match = open_match(anna, 2)["id"]
        anna.post(f"matches/{match}/invitations", {"email": address})
        return lambda: zoe.post(f"matches/{match}/leave", {}, key)

    def resign() -> Request:
        match, people = full_table(3)
        mover, key = people[people[0].match(match)["awaiting"][0]], new_key()
        return lambda: mover.post(f"matches/{match}/resign", {}, key)

    def resign_last() -> Request:
        (match, people), key = full_table(2), new_key()
        return lambda: people[1].post(f"matches/{match}/resign", {}, key)

    def cancel_vote() -> Request:
        (match, people), key = full_table(2), new_key()
        people[1].post(f"matches/{match}/cancel-vote", {"agree": True})
        return lambda: people[0].post(f"matches/{match}/cancel-vote", {"agree": True}, key)

    def more_time() -> Request:
        (match, people), key = full_table(2), new_key()
        (seat,) = people[0].match(match)["awaiting"]
        return lambda: people[1 - seat].post(f"matches/{match}/more-time", {"seat": seat}, key)

    def back() -> Request:
        (match, people), key = full_table(2, clock={"kind": "per_move", "seconds": 3600}), new_key()
        (seat,) = people[0].match(match)["awaiting"]
        found = Match.objects.get(id=match)
        taken = [Draft(SeatTakenOver(seat))]
        append_write(found, position_at_head(found), taken, at=timezone.now()).execute()
        return lambda: people[seat].post(f"matches/{match}/return", {}, key)

    def standing() -> Request:
        match, people = full_table(2)
        mover = people[0].match(match)["awaiting"][0]
        people[mover].play(match, {"type": "announce", "number": 2})
        body, key = {"move": {"type": "believe"}}, new_key()
        return lambda: people[1 - mover].post(f"matches/{match}/standing", body, key)

    def rematch() -> Request:
        (match, people), key = full_table(2), new_key()
        people[1].post(f"matches/{match}/resign")
        return lambda: people[0].post(f"matches/{match}/rematch", {}, key)

    def invite_by_mail() -> Request:
        anna, key = Person.account(), new_key()
        match = open_match(anna, 2)["id"]
        body = {"email": new_address()}
        return lambda: anna.post(f"matches/{match}/invitations", body, key)

    def endpoint(kind: str, body: dict[str, Any]) -> Callable[[], Request]:
        def register() -> Request:
            anna, key = Person.guest(), new_key()
            return lambda: anna.post(f"me/{kind}", body, key)

        return register

    def trial(kind: str, body: dict[str, Any]) -> Callable[[], Request]:
        def try_out() -> Request:
            anna, key = Person.guest(), new_key()
            made = anna.post(f"me/{kind}", body).json()
            return lambda: anna.post(f"me/{kind}/{made['id']}/test", {}, key)

        return try_out

    def receipt() -> Request:
        anna, key = Person.guest(), new_key()
        made = anna.post("me/push", SUBSCRIPTION).json()
        sent = Delivery.objects.create(endpoint_id=made["id"], channel="push", at=timezone.now())
        body = {"id": sent.id, "state": "opened"}
        return lambda: anna.post(f"me/push/{made['id']}/receipts", body, key)

    webhook = {"url": "https://example.org/gobelet"}

    return {
        "me/push": endpoint("push", SUBSCRIPTION),
        "me/push/test": trial("push", SUBSCRIPTION),
        "me/push/receipts": receipt,
        "me/webhooks": endpoint("webhooks", webhook),
        "me/webhooks/test": trial("webhooks", webhook),
        "auth/guest": guest,
        "auth/email": code,
        "auth/email/confirm": confirm,
        "matches": create,
        "join": join,
        "invitations": invite,
        "invitations, mailed": invite_by_mail,
        "leave": leave,
        "leave, declining": decline,
        "remove": remove,
        "remove, somebody": remove_a_person,
        "resign": resign,
        "resign, the last": resign_last,
        "cancel-vote": cancel_vote,
        "rematch": rematch,
        "more-time": more_time,
        "return": back,
        "standing": standing,
        "start": start,
        "seed": seed,
        "moves": move,
        "moves, sealed": sealed,
        "messages": say,
        "seen": seen,
        "block": blocking("block"),
        "mute": blocking("mute"),
        "report": report,
    }


WRITING = requests()
CORE = ("matches", "join", "moves", "moves, sealed")
"""Crashed on both databases every day; the others on one of them in turn, unless EVERY_DATABASE is
set."""
CRASHED = sorted(
    (name.startswith("auth/"), vendor, name)
    for number, name in enumerate(WRITING)
    for turn, vendor in enumerate(VENDORS)
    if EVERY_DATABASE or name in CORE or number % len(VENDORS) == turn
)
"""Requests without a key last: pytest groups tests by the place of their parameters, so that tests
with and without these share a database."""


def on(fixture: str, *, with_key: bool = False) -> pytest.MarkDecorator:
    """Parametrise by requests and the databases that they are crashed on."""
    chosen = [
        pytest.param(vendor, name, id=f"{vendor}-{name}")
        for is_without_key, vendor, name in CRASHED
        if not (with_key and is_without_key)
    ]
    scope: Literal["function", "module"] = "module" if fixture == "database" else "function"
    return pytest.mark.parametrize((fixture, "name"), chosen, indirect=[fixture], scope=scope)


def test_every_writing_route_is_here() -> None:
    posts = {path.split("/")[-1] for method, path in routes() if method == "POST"}
    assert posts == {name.split(",")[0].split("/")[-1] for name in WRITING}


def crash_at_every_statement(request: Request, *, cached: bool) -> list[str]:
    """As nothing has changed after a crash, the next one is made in the same situation; returns the
    statements of the request."""
    before = world()
    for number in count(1):
        if not cached:
            position_cache.clear()
        with crash_at_statement(number) as tried:
            response = request()
        if len(tried) < number:
            break
        assert response.status_code in (500, 503), f"statement {number}: {tried[-1]}"
        assert response.headers["Content-Type"] == "application/problem+json"
        assert world() == before, f"statement {number}: {tried[-1]}"
    assert response.status_code in (200, 201, 202)
    assert len(tried) >= 2
    return unnumbered(tried)


def unnumbered(statements: list[str]) -> list[str]:
    """The statements without the numbers of savepoints, of which each is another."""
    return [re.sub(r"SAVEPOINT .*", "SAVEPOINT", statement) for statement in statements]


# Of its own, as all its rows are compared at every crash.
@on("own_database")
def test_a_crash_at_any_statement_leaves_nothing_behind(own_database: str, name: str) -> None:
    cold = crash_at_every_statement(WRITING[name](), cached=False)
    request = WRITING[name]()
    with crash_at_statement(len(cold) + 1000) as warm:
        request()
    if unnumbered(warm) != cold:  # else the cache of positions has no part in it
        crash_at_every_statement(WRITING[name](), cached=True)


@on("database")
def test_a_crash_at_the_commit_leaves_nothing_behind(database: str, name: str) -> None:
    request = WRITING[name]()
    before = world()
    with crash_at_commit():
        assert request().status_code in (500, 503)
    assert world() == before
    assert request().status_code in (200, 201, 202)


@on("database", with_key=True)
def test_an_answer_lost_after_the_commit_is_given_again(database: str, name: str) -> None:
    request = WRITING[name]()
    lost = request()
    after = world()
    again = request()
    assert (again.status_code, again.content) == (lost.status_code, lost.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert world() == after


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("name", ["matches", "start", "seed"])
def test_a_crash_between_commit_and_broker_costs_only_the_sweeps_wait(name: str) -> None:
    request = WRITING[name]()
    with crash_at_broker():
        crashed = request()
    again = request()
    assert again.status_code in (200, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    shown = again.json().get("match", again.json())
    bots_turn = shown["seats"][shown["awaiting"][0]]["player"]["kind"] == "bot"
    assert crashed.status_code == again.status_code  # it was committed, so it is answered
    assert Due.objects.filter(match_id=shown["id"]).exists() == bots_turn
