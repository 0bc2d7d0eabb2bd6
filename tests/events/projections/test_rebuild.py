"""Rows that follow the log are the same when they are made again from it, row by row.

A few matches of every game in every run; PROJECTED_MATCHES says how many (`make projections`).
"""

import os
import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from events.accounts.merge import guest_merge
from events.models import Encounter, Match, Placing, Player, Seat
from events.players.devices import device_sign_in
from events.players.identity import player_create
from events.projections.rebuild import projections_rebuild
from games.chance import FastChance
from games.registry import all_games
from tests.support.people import (
    Person,
    first_choice,
    full_table,
    new_address,
    open_match,
    random_choice,
)
from tests.support.sweeps import sweep_all
from tests.support.time_travel import travelling

pytestmark = pytest.mark.usefixtures("database", "redis_url")

MATCHES = int(os.environ.get("PROJECTED_MATCHES", "1"))
MOVES = 12
OF_MATCHES = ("id", "version", "head", "status", "started_at", "finished_at")
OF_SEATS = ("match", "number", "asked", "asked_at", "in_turn", "gone", "stand_in", "rank", "team")
OF_PLACINGS = ("player", "game", "company", "rank", "count", "resigned")
OF_ENCOUNTERS = ("player", "other", "game", "ahead", "behind", "level")

Rows = dict[str, list[tuple[Any, ...]]]


def rows() -> Rows:
    """All that is rebuilt from the log."""
    columns: list[tuple[Any, tuple[str, ...]]] = [
        (Match, OF_MATCHES),
        (Seat, OF_SEATS),
        (Placing, OF_PLACINGS),
        (Encounter, OF_ENCOUNTERS),
    ]
    return {
        model.__name__: sorted(model.objects.values_list(*names), key=repr)
        for model, names in columns
    }


def scramble() -> None:
    """Rows that say nothing of what the log says, and some that say what it does not."""
    begun = Match.objects.filter(version__gt=0)
    Seat.objects.filter(match__in=begun).update(
        asked=7, asked_at=None, in_turn=True, gone=True, stand_in=True, rank=3, team=1
    )
    begun.update(version=1, head="0" * 64, status=Match.Status.OPEN, finished_at=None)
    Placing.objects.filter(rank=1).delete()
    Placing.objects.update(count=100)
    Encounter.objects.update(ahead=5)
    stranger = player_create(locale="en")
    Placing.objects.create(
        player=stranger, game="ciaociao", company="bots", rank=1, count=1, resigned=0
    )


def found_right(said: str) -> bool:
    """Whether there was nothing to put right; 10 rows are not 0."""
    return re.search(r"\b0 rows repaired", said) is not None


def said_by_rebuilding() -> str:
    said = StringIO()
    call_command("projections_rebuild", stdout=said)
    return said.getvalue()


def play_on(match: str, people: list[Person], moves: int, chance: FastChance) -> None:
    for _ in range(moves):
        sweep_all()
        person = people[chance.below(len(people))]
        shown = person.match(match)
        if shown["choices"]:
            assert person.play(match, random_choice(shown, chance)).status_code in (201, 202)


def played(game: str, seed: int, ending: int) -> None:
    """A match that has gone some way, and then perhaps to one end or another."""
    chance = FastChance(f"{game} {seed}")
    sizes = all_games()[game].seats
    seats = sizes[chance.below(len(sizes))]
    if chance.below(3):
        match, people = full_table(seats, game=game, visibility=("public", "unlisted")[seed % 2])
    else:
        people = [Person.guest()]
        match = open_match(people[0], seats, bots=seats - 1, game=game)["id"]
    play_on(match, people, MOVES, chance)
    if ending == 0:
        for person in people:
            person.post(f"matches/{match}/cancel-vote", {"agree": True})
    elif ending > 1:
        leavers = len(people) if ending == 2 else 1 + chance.below(len(people))
        for person in people[:leavers]:
            person.post(f"matches/{match}/resign")
            play_on(match, people[leavers:] or people, 2, chance)


@pytest.fixture(scope="module")
def matches_of_every_game(database: str, redis_url: str) -> None:
    """Matches of every game, running, won, left, called off; accounts left and merged."""
    for number, game in enumerate(all_games()):
        for seed in range(MATCHES):
            played(game, seed, ending=(number + seed) % 4)
    merged_and_left()
    timed_out()


def timed_out() -> None:
    """A match in which a bot stands in for somebody who does not come, and one forfeited."""
    for policy in ("autoplay", "forfeit"):
        clock = {"kind": "per_move", "seconds": 86400, "vacation": False, "time_out": policy}
        match, people = full_table(3, clock=clock)
        with travelling() as sky:
            for _ in range(30):
                shown = [(person, person.match(match)) for person in people[1:]]
                asked = [(p, own) for p, own in shown if own["choices"] and not own["sealed"]]
                if asked:
                    asked[0][0].play(match, first_choice(asked[0][1]))
                elif deadline := shown[0][1]["deadline"]:
                    sky.pass_until(deadline["at"])
                    sweep_all()
    assert Seat.objects.filter(stand_in=True).exists()


def merged_and_left() -> None:
    """Three matches of the same three; then one of them leaves, and one becomes an account."""
    account = player_create(locale="en", email=new_address())
    bruno = Person(device_sign_in(player=account, name="")[0], account.id)
    anna, clara, guest = (Person.guest(name) for name in ("Anna", "Clara", "Bruno"))
    for third in (bruno, guest, guest):
        match = open_match(anna, 3)["id"]
        for person in (clara, third):
            assert person.post(f"matches/{match}/join").status_code == 200
        for person in (third, clara):
            assert person.post(f"matches/{match}/resign").status_code == 200
    with transaction.atomic():
        guest_merge(guest=Player.objects.get(id=guest.player), into=account)
    assert clara.delete("me").status_code == 204


def of_teams() -> None:
    """A match in teams, ended."""
    match, people = full_table(4, game="passpass", options={"teams": True})
    for person in people[:3]:
        person.post(f"matches/{match}/resign")


@pytest.mark.usefixtures("matches_of_every_game")
def test_what_is_rebuilt_is_what_was_there_row_by_row() -> None:
    live = rows()
    assert live["Encounter"]
    assert {row[3] for row in live["Match"]} >= {"running", "finished", "cancelled"}
    assert found_right(said_by_rebuilding())
    assert rows() == live
    scramble()
    assert rows() != live
    assert not found_right(said_by_rebuilding())
    assert rows() == live
    assert found_right(said_by_rebuilding())


@pytest.mark.usefixtures("matches_of_every_game")
@pytest.mark.parametrize("done", [1, 5])
def test_a_rebuild_that_was_broken_off_is_begun_again(done: int) -> None:
    live = rows()
    scramble()
    rebuilding: Iterator[int] = projections_rebuild()
    assert len(list(islice(rebuilding, done))) == done
    del rebuilding
    assert rows() != live
    said_by_rebuilding()
    assert rows() == live


@pytest.mark.usefixtures("matches_of_every_game")
def test_a_rebuild_beside_a_running_server_changes_nothing_that_is_right() -> None:
    match, people = full_table(3)
    rebuilding = projections_rebuild()
    chance = FastChance(1)
    for put_right in rebuilding:
        assert put_right == 0
        play_on(match, people, 1, chance)
    assert found_right(said_by_rebuilding())


def test_partners_are_no_opponents() -> None:
    of_teams()
    (newest,) = Match.objects.filter(game="passpass").order_by("-created_at")[:1]
    seats = {seat.number: seat for seat in newest.seats.all()}
    assert [seats[number].team for number in range(4)] == [0, 1, 0, 1]
    met = Encounter.objects.filter(player=seats[0].player)
    assert {row.other_id for row in met} == {seats[1].player_id, seats[3].player_id}
    live = rows()
    scramble()
    said_by_rebuilding()
    assert rows() == live


def test_whoever_asks_for_a_bar_without_a_terminal_gets_none(capfd: Any) -> None:
    said_by_rebuilding()
    assert "\r" not in capfd.readouterr().err
