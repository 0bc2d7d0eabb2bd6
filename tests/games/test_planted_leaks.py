"""The leak test itself is tested: every leak planted on purpose is found where it was planted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from games.chance import Chance, FastChance
from games.contract import AnyGame, Event, Horizon, Viewer
from games.registry import all_games
from games.table import Table
from tests.games.leaks import Leak, Secrecy, check_leaks
from tests.games.worlds import option_variants, random_match, sampled_viewers, viewers

Look = Callable[[Table, Chance], Sequence[Viewer]]
"""Whose eyes to look through at a position."""


def planted() -> Iterator[Any]:
    """Every planted leak of every game; that a game brings some is for the conformance suite."""
    for key in all_games():
        name = f"tests.games.{key}.planted_leaks"
        if find_spec(name):
            for title, (output, broken) in import_module(name).PLANTED.items():
                yield pytest.param(output, broken, id=f"{key}: {title}")


def play(game: AnyGame, output: str, secrecy: Secrecy, matches: int, look: Look) -> None:
    chance = FastChance("planted")

    def visit(table: Table) -> None:
        for viewer in look(table, chance):
            secrecy.count(table, check_leaks(table, viewer, chance, [output]), viewer)

    options = next(option_variants(game))
    for seed in range(matches):
        random_match(game, game.seats[-1], options, FastChance(seed), visit)


def everybody(table: Table, chance: Chance) -> Sequence[Viewer]:
    return viewers(table)


@pytest.mark.parametrize(("output", "broken"), list(planted()))
def test_a_planted_leak_is_found(output: str, broken: AnyGame) -> None:
    with pytest.raises(Leak) as leak:
        play(broken, output, Secrecy(), 5, everybody)
    assert leak.value.output == output


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
@pytest.mark.parametrize("kept", ["everything", "the newest secret", "the older secrets"])
def test_a_resample_that_leaves_secrets_as_they_are_is_found(game: AnyGame, kept: str) -> None:
    def lazy(log: Sequence[Event], viewer: Viewer, horizon: Horizon, chance: Chance) -> list[Event]:
        other = game.resample(log, viewer, horizon, chance)
        changed = [place for place, event in enumerate(log) if other[place] != event]
        keep = {
            "everything": changed,
            "the newest secret": changed[-1:],
            "the older secrets": changed[:-1],
        }[kept]
        return [log[place] if place in keep else event for place, event in enumerate(other)]

    secrecy = Secrecy()
    play(replace(game, resample=lazy), "view", secrecy, 1, sampled_viewers)
    with pytest.raises(AssertionError):
        secrecy.check()
