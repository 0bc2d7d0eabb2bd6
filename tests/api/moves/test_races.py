"""Of many who move at once one is accepted; of many repeats one counts."""

import os
from functools import partial
from typing import Any

import pytest

from events.models import LoggedEvent
from tests.support.people import Person, first_choice, full_table, open_match
from tests.support.races import CLIENTS, Table, at_once, race_for_a_turn, race_with_one_key

pytestmark = pytest.mark.usefixtures("database", "redis_url")

RACES = int(os.environ.get("RACES", "25"))
REPEATS = int(os.environ.get("REPEATS", "40"))


def test_exactly_one_of_eight_clients_gets_the_turn() -> None:
    table = Table()
    for _ in range(RACES):
        match = table.still_running()
        before = table.people[0].match(match)["version"]
        statuses = race_for_a_turn(match, table.people)
        assert statuses == {201: 1, 409: CLIENTS - 1}
        assert table.people[0].match(match)["version"] > before


def test_repeats_with_one_key_are_answered_alike_and_count_once() -> None:
    match, people = full_table(2)
    mover = people[people[0].match(match)["awaiting"][0]]
    events = LoggedEvent.objects.filter(match_id=match, type="number_announced")
    responses: list[Any] = []
    for _ in range(-(-REPEATS // CLIENTS)):
        if not responses:
            move = first_choice(mover.match(match))
            responses = race_with_one_key(match, mover, move, CLIENTS)
            key = responses[0].request["HTTP_IDEMPOTENCY_KEY"]
        responses += [mover.play(match, move, key) for _ in range(CLIENTS)]
    assert {response.status_code for response in responses} == {201}
    assert len({response.content for response in responses}) == 1
    assert events.count() == 1
    replayed = [r for r in responses if r.headers.get("Idempotent-Replayed") == "true"]
    assert len(replayed) == len(responses) - 1


def test_two_players_with_the_same_key_do_not_meet() -> None:
    match, people = full_table(2)
    first = people[people[0].match(match)["awaiting"][0]]
    second = people[1 - people.index(first)]
    assert first.play(match, {"type": "announce", "number": 1}, "mine").status_code == 201
    assert second.play(match, {"type": "believe"}, "mine").status_code == 201


def test_the_last_seat_goes_to_one_of_many() -> None:
    creator = Person.guest()
    match = open_match(creator, 2)["id"]
    guests = [Person.guest(f"G{number}") for number in range(CLIENTS)]
    responses = at_once([partial(guest.post, f"matches/{match}/join") for guest in guests])
    assert sorted(response.status_code for response in responses) == [200] + [409] * (CLIENTS - 1)
    assert creator.match(match)["version"] >= 3
