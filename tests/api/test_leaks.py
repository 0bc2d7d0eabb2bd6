"""The leak property over HTTP: no route tells a viewer what the rules hide.

Every route is enrolled here or named as one that knows of no match; a new one fails until it is.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import transaction

from api.conditional import etag_of
from events import feed
from events.models import Match, Player
from events.position import Position
from games.chance import FastChance
from games.contract import OPEN, SPECTATOR
from games.registry import all_games
from tests.api.people import (
    Person,
    full_table,
    new_key,
    open_match,
    play_to_the_end,
    random_choice,
    routes,
)
from tests.api.twins import twin_of
from tests.games.imaginable import imaginable_moves

pytestmark = pytest.mark.usefixtures("database", "redis_url")

Ask = Callable[[Person, str], Any]

KNOWS_OF_NO_MATCH = {
    ("POST", "auth/guest"),
    ("GET", "games"),
    ("GET", "games/<slug:game>"),
    ("POST", "matches"),
    ("GET", "keys"),
}
MOST_MOVES = 60
MASKED = re.compile(
    rb'"(id|head|commitment|server_time|signature|digest|hash)":"[^"]*"'
    rb'|"(slots)":\[[^\]]*\]|"(nonce)":"[^"]*"'
)


class RolledBack(Exception):
    """What was tried is not to stay."""


def tried(person: Person, path: str, body: object) -> Any:
    """The answer to a request, of which nothing stays."""
    answer: list[Any] = []
    try:
        with transaction.atomic():
            answer.append(person.post(path, body, new_key()))
            raise RolledBack
    except RolledBack:
        return answer[0]


def every_refused_move(person: Person, match: str) -> list[Any]:
    """The refusals of whatever this person might try to play; and which is not refused."""
    answers = []
    moves = imaginable_moves(all_games()[Match.objects.get(id=match).game])
    for move in moves[:: 1 + len(moves) // MOST_MOVES]:
        response = tried(person, f"matches/{match}/moves", {"move": msgspec.to_builtins(move)})
        accepted = response.status_code in (201, 202)
        answers.append((response.status_code, b"" if accepted else response.content))
    return answers


def reading(path: str) -> Ask:
    return lambda person, match: person.get(f"matches/{match}/{path}".rstrip("/"))


def writing(path: str, body: object) -> Ask:
    return lambda person, match: tried(person, f"matches/{match}/{path}", body)


ENROLLED: dict[tuple[str, str], list[Ask]] = {
    ("GET", ""): [reading("")],
    ("GET", "/events"): [reading("events"), reading("events?after=2&limit=3")],
    ("GET", "/export"): [reading("export")],
    ("POST", "/join"): [writing("join", {}), writing("join", {"invite": "x"})],
    ("POST", "/invitations"): [writing("invitations", {"x": 1})],
    ("POST", "/start"): [writing("start", {"bots": True})],
    ("POST", "/seed"): [writing("seed", {"seed": ""})],
    ("POST", "/moves"): [
        writing("moves", {"move": {"type": "announce", "number": 9}}),
        writing("moves", {"move": {"type": "believe"}, "expected_version": 1}),
        every_refused_move,
    ],
}


def test_every_route_is_enrolled() -> None:
    of_a_match = {(method, f"matches/<match:match>{path}") for method, path in ENROLLED}
    assert routes() == KNOWS_OF_NO_MATCH | of_a_match


def told(person: Person, match: str) -> dict[str, Any]:
    """Everything that somebody can learn of a match, what may differ masked."""
    answers = {}
    for (method, path), asks in ENROLLED.items():
        for number, ask in enumerate(asks):
            answer = ask(person, match)
            if not isinstance(answer, list):
                headers = dict(answer.headers)
                if etag := headers.pop("ETag", None):
                    reader = Player(id=person.player) if person.player else None
                    assert etag == etag_of(answer.content, reader=reader, language="en")
                answer = (answer.status_code, sorted(headers.items()), answer.content)
            answers[f"{method} {path} {number}"] = masked(answer, match)
    return answers


def masked(answer: Any, match: str) -> Any:
    text = repr(answer).replace(match, "MATCH").encode()
    return MASKED.sub(b"MASKED", text)


def random_positions(
    seats: int, moves: int, seed: int, game: str = "ciaociao"
) -> tuple[str, list[Person]]:
    """A match that has gone some way, early answers included."""
    chance = FastChance(seed)
    match, people = full_table(seats, game=game)
    for _ in range(moves):
        person = people[chance.below(seats)]
        shown = person.match(match)
        if shown["choices"]:
            response = person.play(match, random_choice(shown, chance))
            assert response.status_code in (201, 202), response.content
    return match, people


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", all_games())
def test_no_route_tells_what_the_rules_hide(game: str, seed: int) -> None:
    sizes = all_games()[game].seats
    seats = sizes[seed % min(3, len(sizes))]
    match, people = random_positions(seats, 12 + 12 * seed, seed, game)
    found = Match.objects.get(id=match)
    chance = FastChance(seed)
    for viewer in (*range(seats), SPECTATOR):
        twin = twin_of(found, viewer, chance)
        person = Person() if viewer == SPECTATOR else people[viewer]
        ours, theirs = told(person, match), told(person, twin.id)
        for output, answer in ours.items():
            assert answer == theirs[output], f"{output} tells viewer {viewer} something hidden"


@pytest.mark.parametrize("leak", ["view", "feed"])
def test_a_leak_planted_in_a_route_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = random_positions(3, 25, 1)
    found = Match.objects.get(id=match)
    twin = twin_of(found, SPECTATOR, FastChance(1))
    assert told(Person(), match) == told(Person(), twin.id)
    if leak == "view":
        monkeypatch.setattr(Position, "reader", lambda position, viewer: OPEN)
    else:
        monkeypatch.setattr(feed, "payload_for", lambda row, reader: row.full.encode())
    assert told(Person(), match) != told(Person(), twin.id)


def test_a_finished_match_hides_nothing() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    play_to_the_end(match, [anna])
    events = Person().get(f"matches/{match}/events").json()["events"]
    rolls = [event for event in events if event["type"] == "die_rolled"]
    assert rolls
    assert all("die" in event["data"] for event in rolls)
