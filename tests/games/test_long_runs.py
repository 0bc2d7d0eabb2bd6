"""The long runs of `make check`, at a size for every day."""

import pytest

from games.arena import decided, standard_contests
from games.contract import AnyGame
from games.registry import all_games
from tests.games.support.fuzz import fuzzed
from tests.support.sizes import sized

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)


STATES = sized(500, 5_000)


@every_game
def test_random_play_meets_no_violation(game: AnyGame) -> None:
    figures = fuzzed(game.key, seed=2, states=STATES, full=False)
    assert figures.states >= STATES
    assert figures.leak_checks > STATES / 100
    figures.secrecy.check()


@every_game
def test_the_bot_beats_random_play(game: AnyGame) -> None:
    for contest in standard_contests():
        if contest.game == game.key and "random" in contest.players:
            result = decided(contest, most=200, seed=len(contest.players))
            assert result.shown, result.row()
