"""Every game with every variant, played to its end over HTTP by choosing at random from the offers.

The smallest tables with every value of every option on one database in every run; all tables with
all combinations on both where EVERY_TABLE is set (`make tables`).
"""

import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from events.models import LoggedEvent
from games.chance import FastChance
from games.codec import name_of
from games.contract import AnyGame
from games.registry import all_games
from tests.games.support.worlds import tables
from tests.proofs.both import proved
from tests.support.people import (
    Person,
    full_table,
    open_match,
    play_at_random,
    play_to_the_end,
    random_choice,
)
from tests.support.services.databases import VENDORS

pytestmark = pytest.mark.usefixtures("database", "redis_url")

EVERY_TABLE = "EVERY_TABLE" in os.environ
DATABASES = VENDORS if EVERY_TABLE else ["sqlite"]
MOST_MOVES = 10_000


def variants() -> Iterator[Any]:
    """Each variant of each game at all tables, or each value of its options at a smallest one."""
    for game in all_games().values():
        met: set[tuple[str, Any]] = set()
        for seats, options in tables(game) if EVERY_TABLE else smallest_tables(game):
            chosen = msgspec.to_builtins(options)
            if EVERY_TABLE or not met.issuperset(chosen.items()):
                named = "-".join(f"{name}={value}" for name, value in chosen.items())
                yield pytest.param(game.key, seats, chosen, id=f"{game.key}-{seats}-{named}")
            met |= chosen.items()


def smallest_tables(game: AnyGame) -> list[tuple[int, Any]]:
    """Each variant with its smallest number of seats, the default last: bots play it too."""
    smallest: dict[Any, int] = {}
    for seats, options in tables(game):
        smallest.setdefault(options, seats)
    return [(seats, options) for options, seats in reversed(smallest.items())]


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.parametrize(("game", "seats", "options"), list(variants()))
def test_no_offer_is_refused_and_the_match_is_proved(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    match, people = full_table(seats, game=game, options=options)
    play_at_random(match, people, MOST_MOVES, FastChance(game))
    shown = people[0].match(match)
    assert (shown["status"], shown["options"]) == ("finished", options)
    assert sorted(seat for group in shown["outcome"]["ranking"] for seat in group) == [
        *range(seats)
    ]
    proved(people[0].get(f"matches/{match}/export").json())


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.parametrize("game", all_games())
def test_bots_of_every_game_fill_the_table_and_play_it_out(game: str) -> None:
    anna = Person.guest()
    seats = all_games()[game].seats[-1 if EVERY_TABLE else 0]
    match = open_match(anna, seats, bots=seats - 1, game=game)["id"]
    chance = FastChance(game)  # a player who always does the same may never end a match
    play_to_the_end(match, [anna], lambda shown: random_choice(shown, chance))
    proved(anna.get(f"matches/{match}/export").json())


@pytest.mark.parametrize("database", DATABASES, indirect=True)
@pytest.mark.parametrize(
    "game",
    [key for key, game in all_games().items() if any(kind.fades for kind in game.events)],
)
@pytest.mark.parametrize("memory", ["table", "open"])
def test_what_has_faded_is_read_neither_with_its_proof_nor_page_by_page(
    game: str, memory: str
) -> None:
    match, people = full_table(2, game=game, options={"memory": memory})
    play_at_random(match, people, 40, FastChance("fading"))
    fading = {name_of(kind): set(kind.fades) for kind in all_games()[game].events}
    public = {
        row.seq: set(msgspec.json.decode(row.public)["data"])
        for row in LoggedEvent.objects.filter(match_id=match)
    }
    for reader in (*people, Person()):
        whole = reader.get(f"matches/{match}/events?limit=200&proof=1").json()["events"]
        forgotten = {event["seq"] for event in whole if "proof" not in event}
        assert bool(forgotten) == (memory == "table")
        for event in whole:
            if event["seq"] in forgotten:
                assert not set(event["data"]) & fading[event["type"]]
        assert memory == "open" or any(set(event["data"]) < public[event["seq"]] for event in whole)
        pages = []
        for after in range(0, len(whole), 3):
            page = f"matches/{match}/events?after={after}&limit=3&proof=1"
            pages += reader.get(page).json()["events"]
        assert pages == whole
