"""The bots of Bonbons: the tables hold what follows from them, and levels remember more or less."""

from itertools import islice

import pytest

from games.bonbons import GAME
from games.bonbons.bots import SPANS, strongest
from games.bonbons.counts import Counts, goes
from games.bonbons.forgetting import recalled
from games.bonbons.moves import Options
from games.bonbons.solve import MATCHES, positions
from games.bonbons.solved import ONE, index, size, table
from games.bonbons.view import View
from games.bots import bot_of, version_of
from games.chance import FastChance
from games.contract import HIDDEN
from games.table import Table
from tests.support.sizes import sized


@pytest.mark.parametrize(("faces", "coins"), MATCHES.items())
def test_each_value_is_that_of_the_best_go(faces: int, coins: bool) -> None:
    values = table(faces)
    assert len(values) == size(faces)

    def best(at: Counts) -> float:
        return values[index(at, faces)] / ONE

    for at in islice(positions(faces, coins), None, None, sized(211, 7)):
        if at.hidden + at.unseen + at.their_unseen:
            assert best(at) == pytest.approx(max(goes(at, best).values()), abs=2 / ONE)


def played(levels: list[int], options: Options, seed: int) -> Table:
    """A match between levels to its end."""
    chance = FastChance(seed)
    match = Table.opened(GAME, len(levels), options, chance)
    while match.outcome is None:
        seat = GAME.active(match.state)[0]
        bot = bot_of(GAME, version_of(GAME), levels[seat])
        match.submit(seat, bot(match.sight(seat), chance), by="bot")
        assert len(match.steps) < 3000
    return match


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("levels", [[1, 1], [2, 1], [4, 3], [5, 1], [5, 5], [1, 3, 5, 1]])
def test_matches_between_levels_end(levels: list[int], quick: bool) -> None:
    for seed in range(sized(1, 20)):
        assert played(levels, Options(quick=quick), seed).outcome is not None


def faces_down(view: View) -> dict[str, str]:
    """The faces that are known of squares and tiles that lie face down."""
    squares = {
        f"square {at}": square.face
        for at, square in enumerate(view.squares)
        if square.lies == "down" and square.face is not HIDDEN
    }
    tiles = {
        f"tile {tile.tile}": tile.face
        for row in view.rows
        for tile in row
        if tile.lies == "down" and tile.face is not HIDDEN
    }
    return squares | tiles


def test_a_level_remembers_the_last_faces_and_mixes_up_those_before() -> None:
    chance, mixed = FastChance(1), 0
    match = Table.opened(GAME, 2, Options(), chance)
    while match.outcome is None:
        seat = GAME.active(match.state)[0]
        sight = match.sight(seat)
        known = faces_down(sight.view)
        assert faces_down(recalled(sight, span=100)) == known
        for span in SPANS.values():
            memory = faces_down(recalled(sight, span))
            right = [place for place, face in memory.items() if known.get(place) == face]
            assert min(span, len(known)) <= len(right)
            assert len(memory) <= 2 * span
            assert set(memory.values()) <= set(known.values())
            mixed += len(memory) - len(right)
        assert recalled(sight, 0).squares != sight.view.squares or not faces_down(sight.view)
        match.submit(seat, strongest(sight, chance))
    assert mixed
    assert list(SPANS.values()) == sorted(SPANS.values())
