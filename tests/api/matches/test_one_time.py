"""A match that is read while it is played is shown as it was at one time."""

from threading import Event
from typing import Any

import pytest

from tests.support.people import Person, first_choice, full_table
from tests.support.races import at_once
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("database", "redis_url")

MOVES = sized(30, 1000)
READERS = 3


def state(shown: dict[str, Any]) -> tuple[Any, ...]:
    """What has to be of one version: log, question and clock."""
    deadline = shown["deadline"]
    return shown["head"], shown["awaiting"], shown["status"], deadline and deadline["at"]


def test_a_version_is_never_shown_with_the_deadline_of_another() -> None:
    match, people = full_table(2, clock={"kind": "per_move", "seconds": 3600})
    committed, over = {}, Event()

    def play() -> None:
        """Play on, and note what is shown of each version while no other move is made."""
        try:
            for _ in range(MOVES):
                shown = people[0].match(match)
                if shown["status"] != "running":
                    return
                committed[shown["version"]] = state(shown)
                mover = people[shown["awaiting"][0]]
                answer = mover.play(match, first_choice(mover.match(match)))
                assert answer.status_code == 201, answer.content
        finally:
            over.set()

    def read() -> list[dict[str, Any]]:
        spectator, found = Person(), []
        while not over.is_set():
            found.append(spectator.match(match))
        return found

    _, *readers = at_once([play, *[read] * READERS])
    seen = [shown for found in readers for shown in found if shown["version"] in committed]
    assert len({shown["version"] for shown in seen}) > 1
    for shown in seen:
        assert state(shown) == committed[shown["version"]], shown["version"]
