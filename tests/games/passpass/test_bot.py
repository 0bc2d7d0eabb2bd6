"""The bot goes for cards, sets and the third Pass Pass, and names with its partner."""

from typing import Any

import pytest

from games.chance import FastChance
from games.contract import Seat, Sight
from games.passpass import GAME
from games.passpass.moves import Nominate, Options, Play, Take
from games.passpass.state import State
from games.simulate import bot_player, play_matches, random_player
from tests.games.passpass.scene import card, given, pair, played, take, when
from tests.games.passpass.test_teams import disagreeing
from tests.support.sizes import sized

MATCHES = sized(12, 30)


def moved(state: State, seat: Seat, seed: int = 0) -> Any:
    """What the bot does there."""
    view = GAME.view(state, seat, 0)
    return GAME.bot(Sight(seat, view, GAME.choices(state, seat), []), FastChance(seed))


def test_it_takes_the_card_with_most_diamonds() -> None:
    state, _ = played(given("> V9 V5\nV8 V6\nB1 V7\nG8 V11"), "V9 V8 B1 G8")
    assert moved(state, 0) == Take(card("B1"))


def test_it_takes_the_card_that_completes_a_pass_pass() -> None:
    state, _ = played(given("> V9 V5 | V10 B12 G12\nV8 V6\nB1 V7\nY8 V11"), "V9 V8 B1 Y8")
    assert moved(state, 0) == Take(card("Y8"))


def test_it_does_not_leave_a_rival_the_third_pass_pass() -> None:
    drawing = "> V9 V5\nV8 V6 | V1 B4 G4 = 0 2\nB3 V7\nY7 V11"
    state, _ = played(given(drawing), "V9 V8 B3 Y7")
    assert moved(state, 0) == Take(card("Y7"))


def test_it_takes_the_pair_that_helps_it_most() -> None:
    drawing = "> V12 V5\nV9 V6 | V10 G12 Y12\nY3 V7\nV4 V11\nB4 G11"
    state, _ = played(given(drawing), "V12 V9 Y3 V4 B4")
    state, _ = take(state, "V12")
    assert moved(state, 1) == pair("Y3 B4")


def test_playing_last_it_plays_the_card_that_wins() -> None:
    state, _ = played(given("> V9 V5\nB1 V6\nG2 V7\nV3 B8 Y4"), "V9 B1 G2")
    for seed in range(10):
        assert moved(state, 3, seed) == Play(card("V3"))


@pytest.mark.parametrize("nominee", [0, 2])
def test_s16_it_names_whom_its_partner_has_named(nominee: Seat) -> None:
    state, _ = when(disagreeing(), (2, Nominate(nominee)))
    assert moved(state, 0) == Nominate(nominee)


def test_s16_it_names_who_has_more_points_while_its_partner_is_silent() -> None:
    assert moved(disagreeing(), 0) == moved(disagreeing(), 2) == Nominate(0)


def test_s16_it_gives_way_when_names_differ() -> None:
    state, _ = when(disagreeing(), (0, Nominate(0)), (2, Nominate(2)))
    assert (moved(state, 0), moved(state, 2)) == (Nominate(2), Nominate(0))


@pytest.mark.parametrize("teams", [False, True])
def test_partners_or_not_four_bots_play_to_the_end(teams: bool) -> None:
    endings = set()
    for _, table in play_matches(GAME, [bot_player] * 4, Options(teams), MATCHES, seed=1):
        assert table.outcome is not None
        assert {step.by for step in table.steps} <= {"bot", "forced"}
        endings.add(table.outcome.reason)
    assert endings == {"three_pass_pass", "most_points"}


@pytest.mark.parametrize("teams", [False, True])
def test_partners_or_not_two_bots_win_against_two_who_play_anything(teams: bool) -> None:
    options = Options(teams)
    players = [bot_player, random_player, bot_player, random_player]
    wins = 0.0
    for shift, table in play_matches(GAME, players, options, 30, seed=1):
        assert table.outcome is not None
        wins += shift % 2 == table.outcome.winners[0] % 2
    assert wins > 20
