"""Leagues in simulated time: seasons begin by themselves, end on their day, and replay equal."""

import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction

from events import tasks
from events.accounts.sign_in import account_leave
from events.cups.cup import cup_leave
from events.cups.log import cup_state
from events.cups.rebuild import cups_rebuild
from events.cups.seasons import league_join, league_leave, season_cups
from events.errors import DomainError
from events.leagues.cup import Cup as State
from events.leagues.cup import fold, standings
from events.leagues.cup_log import event_decode
from events.leagues.points import WIN
from events.leagues.season import PLACES as DIVISION_PLACES
from events.matches.leaving import seat_resign
from events.models import Cup, CupEntrant, CupEvent, League, LeaguePlayer, Match, Player
from events.players.identity import player_create
from events.seats.locks import match_lock
from tests.support.people import new_address
from tests.support.services.plugin import LEAGUES
from tests.support.sizes import sized
from tests.support.sweeps import sweep_all
from tests.support.time_travel import Sky, travelling

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

PLAYERS = sized(12, 2000)


@pytest.fixture
def sky() -> Iterator[Sky]:
    with travelling() as sky:
        yield sky


@pytest.fixture
def league(settings: Any, request: pytest.FixtureRequest) -> str:
    """The key of a league of this test alone, like that of all tests."""
    key = f"league-{zlib.crc32(request.node.name.encode())}"
    settings.LEAGUES = LEAGUES.replace('"open"', f'"{key}"')
    return key


def sign_up(league: str, number: int) -> list[Player]:
    """So many new players who have signed up."""
    players = [player_create(locale="en", email=new_address()) for _ in range(number)]
    for player in players:
        with transaction.atomic():
            league_join(key=league, player=player)
    return players


def sweep() -> None:
    """Work off all that is due; the tasks find it in the rows alone."""
    for _ in range(sized(6, 40)):
        if not tasks.sweep_cups() + sweep_all():
            return


def log_of(cup: Cup) -> State:
    rows = CupEvent.objects.filter(cup=cup).order_by("seq").values_list("data", flat=True)
    return fold(map(event_decode, rows))


def finish_some(league: str, random: Random, share: float) -> None:
    """Play some of the running tables to their end, the quick way: all but one resign."""
    for match in Match.objects.filter(status="running", cup_table__cup__league=league):
        if random.random() < share:
            with transaction.atomic():
                found = match_lock(match.id)
                seats = list(found.seats.filter(gone=False).order_by("number"))
                for seat in random.sample(seats, len(seats) - 1):
                    if found.status == Match.Status.RUNNING and seat.player:
                        seat_resign(match=found, player=seat.player)


def check_ended(cup: Cup) -> None:
    """Everything that holds of a division whose season is over."""
    state = log_of(cup)
    assert (state.status, state.unfinished) == ("ended", ())
    assert cup_state(cup) == state
    seats = Counter(one for table in state.tables for one in table.entrants)
    assert all(seats[one] <= state.settings.rounds for one in seats)
    for table in state.tables:
        assert len(set(table.entrants)) == len(table.entrants)
        match = Match.objects.get(id=table.match)
        assert match.status == Match.Status.FINISHED
        assert match.finished_at
        assert match.finished_at <= cup.ends_at + timedelta(minutes=1)
    rows = standings(state)
    assert 2 * sum(row.points for row in rows) == WIN * sum(seats.values())
    assert {row.entrant: row.played for row in rows} == dict(seats)


def test_a_season_ends_on_its_day_and_the_next_begins(sky: Sky, league: str) -> None:
    random = Random("season")
    players = sign_up(league, PLAYERS)
    assert League.objects.get(key=league).season == 0
    sky.pass_by(days=1, minutes=1)
    sweep()
    row = League.objects.get(key=league)
    assert row.season == 1
    cups = season_cups(league, 1)
    assert [cup.status for cup in cups] == ["running"] * len(cups)
    sizes = [CupEntrant.objects.filter(cup=cup).count() for cup in cups]
    assert (sum(sizes), max(sizes) - min(sizes) <= 1) == (PLAYERS, True)
    assert all(12 <= size <= 16 for size in sizes)
    _drop_out(league, random, players)
    ends_at = row.due_at
    assert ends_at
    while sky.now < ends_at - timedelta(days=6):
        sky.pass_by(days=sized(6, 1))
        finish_some(league, random, sized(0.7, 0.2))
        sweep()
    assert Match.objects.filter(status="running", cup_table__cup__league=league).exists()
    sky.pass_until(ends_at)
    sweep()
    sky.pass_by(minutes=2)
    sweep()
    for cup in season_cups(league, 1):
        check_ended(cup)
    assert sum(cups_rebuild()) == 0
    assert League.objects.get(key=league).season == 2
    follow(league, season_cups(league, 2))


def _drop_out(league: str, random: Random, players: list[Player]) -> None:
    """One in five leaves: the league, the season's cup only, or the account."""
    for number, player in enumerate(random.sample(players, len(players) // 5)):
        if number % 3 == 0:
            with transaction.atomic():
                league_leave(key=league, player=player)
        elif number % 3 == 1:
            account_leave(player=player)
        else:
            own = CupEntrant.objects.get(player=player)
            with transaction.atomic():
                cup_leave(cup_id=own.cup_id, player=player)


def follow(league: str, cups: list[Cup]) -> None:
    """The divisions of a second season hold those who stayed, once each, and no one who left."""
    entered = [row.player_id for cup in cups for row in CupEntrant.objects.filter(cup=cup)]
    signed_up = set(LeaguePlayer.objects.filter(league=league).values_list("player_id", flat=True))
    assert sorted(entered) == sorted(signed_up)
    assert not Player.objects.filter(id__in=entered, left_at__isnull=False).exists()


def test_who_signs_up_while_a_season_runs_enters_the_lowest_division(sky: Sky, league: str) -> None:
    sign_up(league, 6)
    sky.pass_by(days=1, minutes=1)
    sweep()
    late = player_create(locale="en", email=new_address())
    with transaction.atomic():
        league_join(key=league, player=late)
        league_join(key=league, player=late)
    (cup,) = season_cups(league, League.objects.get(key=league).season)
    assert CupEntrant.objects.filter(cup=cup, player=late).count() == 1


def test_only_so_many_wait_for_a_place_in_a_season(sky: Sky, league: str) -> None:
    sign_up(league, 6)
    sky.pass_by(days=1, minutes=1)
    sweep()
    late = sign_up(league, 2 * DIVISION_PLACES - 6 + 2)
    (cup,) = season_cups(league, League.objects.get(key=league).season)
    assert len(cup_state(cup).waiting) == DIVISION_PLACES
    assert not CupEntrant.objects.filter(cup=cup, player__in=late[-2:]).exists()
    assert LeaguePlayer.objects.filter(league=league, player__in=late).count() == len(late)


def test_too_few_players_wait_for_more(sky: Sky, league: str) -> None:
    players = sign_up(league, 5)
    assert League.objects.get(key=league).due_at is None
    with pytest.raises(DomainError):
        league_join(key="closed", player=players[0])


def test_rows_are_rebuilt_from_the_log(sky: Sky, league: str) -> None:
    sign_up(league, 6)
    sky.pass_by(days=1, minutes=1)
    sweep()
    (cup,) = season_cups(league, League.objects.get(key=league).season)
    Cup.objects.filter(id=cup.id).update(status="open", due_at=None)
    CupEntrant.objects.filter(cup=cup, number=0).update(left=True)
    assert sum(cups_rebuild()) == 2
    assert sum(cups_rebuild()) == 0
    assert Cup.objects.get(id=cup.id).status == "running"
