"""The leak test itself is tested: every leak planted on purpose is found where it was planted."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from games.chance import FastChance
from games.contract import AnyGame
from games.registry import all_games
from games.table import Table
from tests.games.support.leaks import Leak, Secrecy, check_leaks
from tests.games.support.worlds import option_variants, random_match, sampled_viewers, viewers


def planted() -> Iterator[Any]:
    """Every planted leak of every game; that a game brings some is for the conformance suite."""
    for key in all_games():
        name = f"tests.games.{key}.planted_leaks"
        if find_spec(name):
            for title, (output, broken) in import_module(name).PLANTED.items():
                yield pytest.param(output, broken, id=f"{key}: {title}")


@pytest.mark.parametrize(("output", "broken"), list(planted()))
def test_a_planted_leak_is_found(output: str, broken: AnyGame) -> None:
    chance = FastChance("planted")

    def visit(table: Table) -> None:
        for viewer in viewers(table):
            check_leaks(table, viewer, chance, [output])

    def matches() -> None:
        options = next(option_variants(broken))
        seats = broken.seats[:2][-1]  # at a large table some would be found only after minutes
        for seed in range(5):
            random_match(broken, seats, options, FastChance(seed), visit)

    with pytest.raises(Leak) as leak:
        matches()
    assert leak.value.output == output


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
@pytest.mark.parametrize("kept", ["everything", "the newest secret", "the older secrets"])
def test_a_resample_that_leaves_secrets_as_they_are_is_found(game: AnyGame, kept: str) -> None:
    chance, secrecy = FastChance("lazy"), Secrecy()

    def visit(table: Table) -> None:
        for viewer in sampled_viewers(table, chance):
            log = game.resample(table.log, viewer, table.horizon(viewer), chance)
            changed = [place for place, event in enumerate(table.log) if log[place] != event]
            left = {
                "everything": changed,
                "the newest secret": changed[-1:],
                "the older secrets": changed[:-1],
            }[kept]
            for place in left:
                log[place] = table.log[place]
            if left:
                secrecy.count(table, log, viewer)

    random_match(game, game.seats[-1], next(option_variants(game)), FastChance(0), visit)
    if not secrecy.positions:
        pytest.skip("no viewer lacks two values at once")
    with pytest.raises(AssertionError):
        secrecy.check()
