"""Five levels for every game, whatever it brings, and contests between them."""

import pytest

from games.arena import Contest, contest, decided, measured, wilson
from games.bots import MISTAKES, bot_of, character, has_version, version_of
from games.chance import FastChance
from games.codec import decode_options
from games.contract import LANGUAGES, LEVELS, AnyGame
from games.registry import all_games
from games.table import Table
from tests.project.fifth_game.game import GAME as TOY

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)


@every_game
def test_the_five_characters_have_names_manners_and_faces(game: AnyGame) -> None:
    characters = [character(game, level) for level in LEVELS]
    assert len({one.name for one in characters}) == len(LEVELS)
    assert len({one.colour for one in characters}) == len(LEVELS)
    for one in characters:
        assert all(one.manner.within(language).endswith(".") for language in LANGUAGES)


@every_game
def test_every_version_has_a_best_bot(game: AnyGame) -> None:
    assert all(LEVELS[-1] in levels and set(levels) <= set(LEVELS) for levels in game.bots.values())
    assert has_version(game, version_of(game))
    assert has_version(game, None)
    assert not has_version(game, 99)
    assert bot_of(game, None, 1) is game.bot


def test_a_game_with_one_bot_has_five_levels_of_mistakes() -> None:
    table = Table.opened(TOY, 2, decode_options(TOY, {}), FastChance(0))
    sight = table.sight(TOY.active(table.state)[0])
    best = {TOY.bot(sight, FastChance(seed)) for seed in range(40)}

    def mistakes(level: int) -> int:
        bot = bot_of(TOY, 1, level)
        return sum(bot(sight, FastChance(seed)) not in best for seed in range(400))

    assert mistakes(5) == 0
    counts = [mistakes(level) for level in LEVELS]
    assert counts == sorted(counts, reverse=True)
    assert len(MISTAKES) == len(LEVELS)


def toy(*players: str, least: float | None = None) -> Contest:
    return contest("ciaociao", players, least)


def test_a_clear_contest_ends_early() -> None:
    result = decided(toy("4", "random"), most=500)
    assert result.shown
    assert result.matches < 100
    lost = decided(toy("random", "4"), most=500)
    assert not lost.shown
    assert lost.matches < 100


def test_shares_are_of_the_victories_and_rows_of_a_table() -> None:
    assert toy("5", "4", "4").fair == pytest.approx(1 / 3)
    assert toy("5", "4", "5", "4").fair == 0.5
    result = measured(toy("4", "4", "1"), matches=30)
    assert result.matches == 30
    assert 0.5 < result.share <= 1
    assert result.row().count("|") == 8


def test_the_interval_of_a_share_holds_it() -> None:
    low, high = wilson(0.6, 1000, 1.96)
    assert low == pytest.approx(0.5693, abs=1e-4)
    assert high == pytest.approx(0.6299, abs=1e-4)
