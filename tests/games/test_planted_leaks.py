"""The leak test itself is tested: every leak planted on purpose must be found."""

from importlib import import_module

import pytest

from games.chance import FastChance
from games.contract import AnyGame
from games.registry import all_games
from games.table import Table
from tests.games.leaks import Leak, check_leaks
from tests.games.worlds import option_variants, random_match, viewers

PLANTED = [
    pytest.param(broken, id=f"{game.key}: {name}")
    for game in all_games().values()
    for name, broken in import_module(f"tests.games.{game.key}.planted_leaks").PLANTED.items()
]


@pytest.mark.parametrize("broken", PLANTED)
def test_a_planted_leak_is_found(broken: AnyGame) -> None:
    chance = FastChance("planted")

    def visit(table: Table) -> None:
        for viewer in viewers(table):
            check_leaks(table, viewer, chance)

    def play() -> None:
        options = next(option_variants(broken))
        for seed in range(5):
            random_match(broken, broken.seats[-1], options, FastChance(seed), visit)

    with pytest.raises(Leak):
        play()
