"""The leak property over HTTP: no route tells a viewer what the rules hide."""

import os
from collections.abc import Iterable

import pytest

from events.models import Match, Outbox
from games.chance import FastChance
from games.contract import SPECTATOR, Viewer
from games.registry import all_games
from tests.api.http.leak_outputs import (
    ENROLLED,
    KNOWS_OF_NO_MATCH,
    LISTS,
    random_positions,
    told,
)
from tests.games.support.worlds import viewers_at
from tests.support.lasting_games import lasting_games
from tests.support.people import (
    Person,
    full_table,
    new_key,
    open_match,
    play_at_random,
    play_to_the_end,
    routes,
)
from tests.support.sizes import sized
from tests.support.sse import Heard, parsed
from tests.support.twins import twin_of

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

SEEDS = int(os.environ.get("LEAK_SEEDS", "1"))


def test_every_route_is_enrolled() -> None:
    of_a_match = {(method, f"matches/<match:match>{path}") for method, path in ENROLLED}
    assert routes() == KNOWS_OF_NO_MATCH | of_a_match | LISTS.keys()


def assert_twins_are_told_alike(
    found: Match, people: list[Person], viewers: Iterable[Viewer], chance: FastChance
) -> None:
    """None of the viewers learns anything of a match that would not also be told of its twin."""
    for viewer in viewers:
        twin = twin_of(found, viewer, chance)
        person = Person() if viewer == SPECTATOR else people[viewer]
        ours, theirs = told(person, found.id), told(person, twin.id)
        for output, answer in ours.items():
            assert answer == theirs[output], f"{output} tells viewer {viewer} something hidden"


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", all_games())
def test_no_route_tells_what_the_rules_hide(game: str, seed: int) -> None:
    sizes = all_games()[game].seats
    seats = sizes[seed % min(3, len(sizes))]
    match, people = random_positions(seats, 12 + 12 * seed, seed, game)
    found, viewers = Match.objects.get(id=match), viewers_at(seats)
    assert_twins_are_told_alike(found, people, viewers, FastChance(seed))


@pytest.mark.parametrize("game", lasting_games(seats=3, moves=30))
def test_neither_a_resignation_nor_a_vote_tells_what_the_rules_hide(game: str) -> None:
    chance, seats, left, stayed = FastChance(game), 3, 1, 0
    match, people = random_positions(seats, 10, 7, game)
    assert people[left].post(f"matches/{match}/resign").json()["status"] == "running"
    play_at_random(match, people, 4, chance)
    people[2].post(f"matches/{match}/cancel-vote", {"agree": True})
    found = Match.objects.get(id=match)
    assert found.status == Match.Status.RUNNING
    viewers = sized((left, stayed), viewers_at(seats))
    assert_twins_are_told_alike(found, people, viewers, chance)


def with_the_last_answer(*, standing: bool) -> tuple[list[Heard], int]:
    """What somebody is told who announces between two words said elsewhere, and how many notices
    were written for others meanwhile; the last who is asked has an answer that stands, or not."""
    match, people = full_table(3)
    turn = people[0].match(match)["view"]["turn"]
    anna, last = people[turn], people[(turn + 2) % 3]
    other = Person.guest()
    elsewhere = open_match(other, 2)["id"]
    anna.post(f"matches/{elsewhere}/join")
    if standing:
        kept = last.post(f"matches/{match}/standing", {"move": {"type": "believe"}}, new_key())
        assert kept.status_code == 200
    other.post(f"matches/{elsewhere}/messages", {"text": "Before."})
    rows = Outbox.objects.count()
    assert anna.play(match, {"type": "announce", "number": 1}).status_code == 201
    written = Outbox.objects.count() - rows
    other.post(f"matches/{elsewhere}/messages", {"text": "After."})
    heard = parsed(anna.get("me/stream?after=0").content.decode())
    return [one for one in heard if one.data.get("kind") == "message"], written


def test_ones_stream_does_not_tell_how_many_others_were_told_something() -> None:
    told, written = zip(*(with_the_last_answer(standing=one) for one in (False, True)), strict=True)
    assert written == (2, 1), "something is hidden"
    for before, after in told:
        gap = int(str(after.id), 16) - int(str(before.id), 16)
        assert abs(gap) > 2**64, "these are not numbers of rows"


def test_a_finished_match_hides_nothing() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    events = Person().get(f"matches/{match}/events").json()["events"]
    rolls = [event for event in events if event["type"] == "die_rolled"]
    assert rolls
    assert all("die" in event["data"] for event in rolls)
