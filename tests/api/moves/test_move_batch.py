"""Moves in batches get the answers that the ordinary view gives, or none."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from api.move_batch import BatchOutcome, BatchRequest, request_read, requests_play
from config.http.move_batcher import MOST_TOGETHER, MoveQueue
from events import batch
from events.accounts.merge import guest_merge
from events.database.transactions import after_commit, collect_after_commit
from events.models import LoggedEvent, Player, Seat, StoredResponse
from events.players.identity import player_create
from tests.support.people import Person, first_choice, full_table, new_key
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("database", "redis_url")

Table = tuple[str, list[Person]]


def request_of(person: Person, match: str, move: dict[str, Any], key: str, **more: str) -> Any:
    """The move as the door reads it."""
    return request_read(*person.environ(f"matches/{match}/moves", {"move": move}, key, **more))


def next_request(table: Table) -> BatchRequest:
    """A legal move of whoever is to move."""
    match, people = table
    mover = people[people[0].match(match)["awaiting"][0]]
    request: BatchRequest = request_of(mover, match, first_choice(mover.match(match)), new_key())
    return request


def ordinary(person: Person, match: str, move: dict[str, Any], key: str) -> Any:
    """The answer of the view, asked past the door."""
    environ, body = person.environ(f"matches/{match}/moves", {"move": move}, key)
    headers = {
        "Authorization": environ["HTTP_AUTHORIZATION"],
        "Idempotency-Key": key,
    }
    return Client(SERVER_NAME="localhost").post(
        environ["PATH_INFO"], body, content_type="application/json", headers=headers
    )


def test_an_answer_is_the_one_that_the_view_gives_again() -> None:
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    move, key = first_choice(mover.match(match)), new_key()
    batched = mover.play(match, move, key)
    again = ordinary(mover, match, move, key)
    assert (again.status_code, again.content) == (batched.status_code, batched.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    # The second request has used up a little more of its rate.
    apart = {"idempotent-replayed", "ratelimit"}
    by_view, by_batch = (
        {name.lower(): value for name, value in one.headers.items() if name.lower() not in apart}
        for one in (again, batched)
    )
    assert by_view == by_batch


def test_many_matches_are_played_in_a_few_statements() -> None:
    tables = [full_table(2) for _ in range(6)]
    requests = [next_request(table) for table in tables]
    tried: list[str] = []

    def wrapper(execute: Any, sql: str, *rest: Any) -> Any:
        tried.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        outcomes = requests_play(requests)
    assert all(outcome.answer for outcome in outcomes)
    assert len(tried) < 2 * len(tables)
    for match, people in tables:
        assert people[0].match(match)["version"] == LoggedEvent.objects.filter(match=match).count()


def test_one_who_is_refused_keeps_nobody_else_from_playing() -> None:
    good, bad = full_table(2), full_table(2)
    match, people = bad
    waiting = people[1 - people[0].match(match)["awaiting"][0]]
    before = people[0].match(match)["version"]
    refused = request_of(waiting, match, {"type": "announce", "number": 1}, "too-early")
    played, none = requests_play([next_request(good), refused])
    assert played.answer
    assert played.answer.status == 201
    assert none.answer is None
    assert people[0].match(match)["version"] == before
    assert not StoredResponse.objects.filter(key="too-early").exists()


@pytest.mark.parametrize(
    "unusual",
    [
        {"Authorization": "Bearer x"},
        {"Authorization": "Token x y"},
        {"Idempotency-Key": "é"},
        {"Accept": "text/html"},
        {"Host": "elsewhere.example"},
    ],
)
def test_what_looks_unusual_is_left_to_the_view(unusual: dict[str, str]) -> None:
    match, people = full_table(2)
    assert request_of(people[0], match, {"type": "believe"}, "k")
    assert request_of(people[0], match, {"type": "believe"}, "k", **unusual) is None


def test_a_quoted_key_is_the_same_key() -> None:
    match, people = full_table(2)
    request = request_of(people[0], match, {"type": "believe"}, '"k"')
    assert request.wanted.key == "k"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"move":1}', b'{"move":{},"x":1}', b'{"move":{"type":"\xff"}}']
)
def test_a_body_of_another_form_is_left_to_the_view(body: bytes) -> None:
    match, people = full_table(2)
    environ, _ = people[0].environ(f"matches/{match}/moves", {}, "k")
    assert request_read(environ, body) is None


def test_a_key_of_two_at_once_counts_once() -> None:
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    move = first_choice(mover.match(match))
    answers = at_once([partial(mover.play, match, move, "one-key")] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert StoredResponse.objects.filter(key="one-key").count() == 1


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_key_that_comes_by_both_ways_at_once_locks_nobody_out() -> None:
    match, people = full_table(2)
    before = deadlocks()
    for turn in range(6):
        mover = people[people[0].match(match)["awaiting"][0]]
        move, key = first_choice(mover.match(match)), f"both-ways-{turn}"
        ways = [partial(mover.play, match, move, key), partial(ordinary, mover, match, move, key)]
        answers = at_once(ways * 4)
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.content for answer in answers}) == 1
    assert deadlocks() == before


def deadlocks() -> int:
    """How many PostgreSQL had to resolve in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "rows", ["events_match WHERE id", "events_seat WHERE number = 1 AND match_id"]
)
def test_a_match_that_somebody_holds_is_left_to_the_view(rows: str) -> None:
    held, free = full_table(2), full_table(2)
    requests = [next_request(held), next_request(free)]
    with psycopg.connect(connection.connection.info.dsn) as other:
        other.execute(f"SELECT id FROM {rows} = %s FOR UPDATE", [held[0]])
        waits, plays = requests_play(requests)
    assert waits.answer is None
    assert plays.answer
    (again,) = requests_play(requests[:1])
    assert again.answer


def test_moves_of_one_match_wait_for_each_other_and_others_do_not() -> None:
    """Two answers to one question, and a crowd of matches, through the lanes of a server."""
    tables = [full_table(2) for _ in range(MOST_TOGETHER // 2)]
    requests = [next_request(table) for table in tables]

    async def all_at_once() -> list[BatchOutcome | None]:
        lanes = MoveQueue(2)
        twice = [lanes.outcome(request) for request in (*requests, *requests)]
        return await asyncio.gather(*twice)

    outcomes = asyncio.run(all_at_once())
    first, repeated = outcomes[: len(tables)], outcomes[len(tables) :]
    assert all(outcome and outcome.answer for outcome in first)
    assert not any(outcome and outcome.answer for outcome in repeated)
    for match, people in tables:
        assert people[0].match(match)["version"] == LoggedEvent.objects.filter(match=match).count()


def test_a_key_for_two_matches_at_once_spoils_nobody_elses_move() -> None:
    anna, bruno = Person.guest(), Person.guest()
    tables = [full_table(2), full_table(2)]
    twice = [_table_begun_by(anna, bruno), _table_begun_by(anna, bruno)]
    innocent = next_request(tables[0])
    same = [
        request_of(anna, match, first_choice(anna.match(match)), "for-two-matches")
        for match in twice
    ]
    first, second, other = requests_play([*same, innocent])
    assert other.answer
    assert first.answer
    assert second.answer is None


def _table_begun_by(mover: Person, other: Person) -> str:
    """A match of these two in which that one has the first move."""
    while True:
        new = {"game": "ciaociao", "seats": 2, "visibility": "public"}
        match = str(mover.post("matches", new).json()["id"])
        if other.post(f"matches/{match}/join").json()["awaiting"] == [0]:
            return match


def between(monkeypatch: pytest.MonkeyPatch, happening: Callable[[], object]) -> None:
    """Let something happen when a move is prepared and its turn to be written has not come."""
    prepared = batch._prepared

    def then(asked: Any) -> Any:
        made = prepared(asked)
        assert made[0], "nothing was prepared"
        happening()
        return made

    monkeypatch.setattr(batch, "_prepared", then)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_days_off_declared_before_its_turn_came_count_for_a_prepared_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = _table_begun_by(anna, bruno)
    today = timezone.now().date()
    days = {"from": str(today), "until": str(today + timedelta(days=10))}
    request = request_of(anna, match, {"type": "announce", "number": 1}, new_key())
    between(monkeypatch, lambda: bruno.patch("me", {"vacation": days}))
    (outcome,) = requests_play([request])
    assert outcome.answer
    deadline = Seat.objects.get(match=match, number=1).deadline
    assert deadline is not None
    assert deadline > timezone.now() + timedelta(days=10)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_guest_who_got_an_account_before_its_turn_came_keeps_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = _table_begun_by(anna, bruno)
    account = player_create(locale="en", email=f"{new_key()}@example.org")
    guest = Player.objects.get(id=anna.player)
    request = request_of(anna, match, {"type": "announce", "number": 1}, "merged")
    between(monkeypatch, transaction.atomic(partial(guest_merge, guest=guest, into=account)))
    (outcome,) = requests_play([request])
    assert outcome.answer is None  # the ordinary way looks who asks, and finds the account
    answer = anna.play(match, {"type": "announce", "number": 1}, "merged")
    assert answer.status_code == 201
    assert StoredResponse.objects.get(key="merged", match=match).player_id == account.id


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_an_answer_sealed_before_its_turn_came_takes_effect_with_a_prepared_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, people = full_table(3)
    first = people[0].match(match)["awaiting"][0]
    people[first].play(match, {"type": "announce", "number": 1})
    now, later = people[0].match(match)["view"]["answerers"]
    request = request_of(people[now], match, {"type": "believe"}, new_key())
    between(monkeypatch, lambda: people[later].play(match, {"type": "believe"}))
    (outcome,) = requests_play([request])
    assert outcome.answer
    believed = LoggedEvent.objects.filter(match=match, type="announcement_believed")
    assert list(believed.order_by("seq").values_list("actor", flat=True)) == [now, later]


def test_what_is_held_back_is_done_after_the_commit_or_never() -> None:
    done: list[str] = []
    with collect_after_commit() as actions:
        after_commit(partial(done.append, "held"))
    assert done == []
    with suppress(ZeroDivisionError), transaction.atomic():
        after_commit(*actions)
        raise ZeroDivisionError
    assert done == []
    with transaction.atomic():
        after_commit(*actions)
        assert done == []
    assert done == ["held"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_who_sits_down_at_the_same_time_sees_the_others() -> None:
    new = {"game": "ciaociao", "seats": 4, "visibility": "public"}
    for _ in range(5):
        people = [Person.guest(name) for name in ("Anna", "Bruno", "Chloé")]
        match = people[0].post("matches", new).json()["id"]
        answers = at_once([partial(one.post, f"matches/{match}/join") for one in people[1:]])
        shown = [[bool(seat["player"]) for seat in one.json()["seats"]] for one in answers]
        assert sorted(shown) == [[True, True, False, False], [True, True, True, False]]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_key_for_a_move_and_for_something_else_locks_nobody_out() -> None:
    match, people = full_table(2)
    before = deadlocks()
    for turn in range(6):
        mover = people[people[0].match(match)["awaiting"][0]]
        move, key = first_choice(mover.match(match)), f"for-two-things-{turn}"
        vote = partial(mover.post, f"matches/{match}/cancel-vote", {"agree": False}, key)
        answers = at_once([partial(mover.play, match, move, key), vote] * 3)
        assert {answer.status_code for answer in answers} <= {200, 201, 422}
        mover.play(match, move)
    assert deadlocks() == before
