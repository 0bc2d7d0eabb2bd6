"""Concurrent clients: on one turn, and with one key."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from tests.support.people import Person, full_table, new_key

CLIENTS = 8


def at_once(actions: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all of them, starting together; their results in order."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def race_for_a_turn(match: str, people: list[Person]) -> Counter[int]:
    """Eight clients of the player to move play the turn at once, each with a key of its own."""
    shown = people[0].match(match)
    mover = people[shown["awaiting"][0]]
    own = mover.match(match)
    move = {"type": "announce", "number": 1}
    if own["view"]["phase"] == "answer":
        move = {"type": "believe"}
    elif own["view"]["phase"] == "push":
        move = {"type": "push", "step": own["view"]["pushable"][0]}
    version = own["version"]
    responses = at_once(
        [lambda: mover.play(match, move, new_key(), expected_version=version)] * CLIENTS
    )
    return Counter(response.status_code for response in responses)


def race_with_one_key(match: str, mover: Person, move: dict[str, Any], clients: int) -> list[Any]:
    """Clients of one player repeat one request with one key at once."""
    key = new_key()
    return at_once([lambda: mover.play(match, move, key)] * clients)


class Table:
    """Two people whose matches follow each other without end."""

    def __init__(self) -> None:
        self.match, self.people = full_table(2)

    def still_running(self) -> str:
        """A match that waits for a move."""
        if self.people[0].match(self.match)["status"] != "running":
            self.match, self.people = full_table(2)
        return self.match
